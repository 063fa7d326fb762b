# Run by cpack: kernels that were not tested on a device as they are do not become a package. CPACK_ISTHMUS_KERNELS
# is their folder, and empty where the program has none.

if(CPACK_ISTHMUS_KERNELS)
  execute_process(COMMAND ${CPACK_ISTHMUS_STAMP} check ${CPACK_ISTHMUS_KERNELS}
                  OUTPUT_VARIABLE why_not OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "no package is made: ${why_not}; "
                        "or make one without kernels, with -DISTHMUS_CUDA=OFF")
  endif()
endif()
