# Finds MPI as ISTHMUS_MPI asks for it. Sets ISTHMUS_HAS_MPI.

isthmus_optional(ISTHMUS_MPI "Runs on many machines" MPI)
set(ISTHMUS_HAS_MPI FALSE)
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
