# Finds MPI as ISTHMUS_MPI asks for it. Sets ISTHMUS_HAS_MPI.

set(ISTHMUS_MPI AUTO CACHE STRING "Runs on many machines: AUTO (where MPI is found), ON or OFF")
set_property(CACHE ISTHMUS_MPI PROPERTY STRINGS AUTO ON OFF)
set(ISTHMUS_HAS_MPI FALSE)
if(NOT ISTHMUS_MPI MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "ISTHMUS_MPI is '${ISTHMUS_MPI}'; it must be AUTO, ON or OFF")
endif()
if(ISTHMUS_MPI STREQUAL OFF)
  return()
endif()

set(MPI_CXX_SKIP_MPICXX ON)  # the C interface is all that is used
find_package(MPI QUIET COMPONENTS CXX)
if(MPI_CXX_FOUND)
  set(ISTHMUS_HAS_MPI TRUE)
elseif(ISTHMUS_MPI STREQUAL ON)
  message(FATAL_ERROR "ISTHMUS_MPI is ON, but there is no MPI; install libopenmpi-dev, set MPI_HOME, "
                      "or pass -DISTHMUS_MPI=OFF")
endif()
