# Finds Python and pybind11 as ISTHMUS_PYTHON asks for them. Sets ISTHMUS_HAS_PYTHON.

isthmus_optional(ISTHMUS_PYTHON "The module for Python" pybind11)
set(ISTHMUS_HAS_PYTHON FALSE)
if(ISTHMUS_PYTHON STREQUAL AUTO AND ISTHMUS_SANITIZE)
  message(STATUS "The module for Python: not built, as sanitizers need a program of their own")
  return()
elseif(ISTHMUS_PYTHON STREQUAL OFF)
  message(STATUS "The module for Python: not built, as ISTHMUS_PYTHON is OFF")
  return()
endif()

# Debian's, as pybind11 and NumPy are; another one is named by -DPython_EXECUTABLE.
if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
if(Python_FOUND)
  find_package(pybind11 2.10 QUIET CONFIG)
endif()
if(pybind11_FOUND)
  set(ISTHMUS_HAS_PYTHON TRUE)
  message(STATUS "The module for Python: built for ${Python_EXECUTABLE}, ${Python_VERSION}")
  # What it is linked from is in the program, too.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
  endif()
elseif(ISTHMUS_PYTHON STREQUAL ON)
  message(FATAL_ERROR "ISTHMUS_PYTHON is ON, but there is no Python with headers or no pybind11; "
                      "install python3-dev and pybind11-dev, or pass -DISTHMUS_PYTHON=OFF")
else()
  message(STATUS "The module for Python: not built, as python3-dev or pybind11-dev is missing")
endif()
