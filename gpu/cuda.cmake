# Finds CUDA as ISTHMUS_CUDA asks for it, and enables the language. Sets ISTHMUS_HAS_CUDA.

isthmus_optional(ISTHMUS_CUDA "Kernels for GPUs" CUDA)
set(ISTHMUS_HAS_CUDA FALSE)
if(ISTHMUS_CUDA STREQUAL OFF)
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  set(ISTHMUS_CUDA_BIN /usr/local/cuda/bin CACHE PATH "Where nvcc is, if it is not on the PATH")
  mark_as_advanced(ISTHMUS_CUDA_BIN)
  find_program(ISTHMUS_NVCC nvcc HINTS ${ISTHMUS_CUDA_BIN})
  mark_as_advanced(ISTHMUS_NVCC)
  if(NOT ISTHMUS_NVCC)
    if(ISTHMUS_CUDA STREQUAL ON)
      message(FATAL_ERROR "ISTHMUS_CUDA is ON, but there is no nvcc on the PATH or in "
                          "${ISTHMUS_CUDA_BIN}; install the CUDA toolkit, set CUDACXX, "
                          "or pass -DISTHMUS_CUDA=OFF")
    endif()
    return()
  endif()
  set(CMAKE_CUDA_COMPILER ${ISTHMUS_NVCC})
endif()
if(NOT CMAKE_CUDA_ARCHITECTURES)
  # Code for the reference chip, and what drivers can compile for those since Ampere.
  set(CMAKE_CUDA_ARCHITECTURES 80-virtual 90-real CACHE STRING "GPU architectures")
endif()
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(ISTHMUS_HAS_CUDA TRUE)

# CMake 3.25 does not know C++20 in CUDA: a standard that is asked for in its way is dropped.
set(CMAKE_CUDA_STANDARD_REQUIRED OFF)
add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;-Xcompiler=-Wall,-Wextra,-Wshadow>")
if(ISTHMUS_WERROR)
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
