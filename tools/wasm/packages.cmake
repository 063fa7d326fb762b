# What the build for browsers uses of the machine: headers of libraries, each by a link, as beside
# them in /usr/include are those of another C library.

find_path(ISTHMUS_HEADERS nlohmann/json.hpp PATHS /usr/include REQUIRED
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
foreach(library boost hwy nlohmann)
  if(NOT EXISTS ${ISTHMUS_HEADERS}/${library})
    message(FATAL_ERROR "There is no ${ISTHMUS_HEADERS}/${library}; tools/scripts/setup.sh names "
                        "the packages")
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers/${library})
  file(CREATE_LINK ${ISTHMUS_HEADERS}/${library}
       ${PROJECT_BINARY_DIR}/headers/${library}/${library} SYMBOLIC)
endforeach()
foreach(target hwy::hwy Boost::headers nlohmann_json::nlohmann_json)
  string(REGEX REPLACE "::.*|_json.*" "" library ${target})
  string(TOLOWER ${library} library)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} INTERFACE ${PROJECT_BINARY_DIR}/headers/${library})
endforeach()
add_library(Threads::Threads INTERFACE IMPORTED)

# emar and emranlib are programs in Python that start this one, which writes the table of an archive at once.
find_program(ISTHMUS_LLVM_AR llvm-ar PATHS ${EMSCRIPTEN_ROOT_PATH}/../bin /usr/bin NO_DEFAULT_PATH
             NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(ISTHMUS_LLVM_AR)
if(ISTHMUS_LLVM_AR)
  set(CMAKE_CXX_ARCHIVE_CREATE "${ISTHMUS_LLVM_AR} qcs <TARGET> <OBJECTS>")
  set(CMAKE_CXX_ARCHIVE_FINISH "")
endif()

option(ISTHMUS_WASM_QUICK "Do not optimise texts, nor what is linked once more" OFF)
option(ISTHMUS_WASM_THREADS "For pages that may share memory between threads" OFF)
if(ISTHMUS_WASM_THREADS)
  # Clang 14 has all threads share one place for what they throw, if WebAssembly's own exceptions
  # are used; so JavaScript's are.
  set(ISTHMUS_WASM_OPTIONS -pthread -fexceptions)
else()
  set(ISTHMUS_WASM_OPTIONS -fwasm-exceptions)
endif()
add_compile_options(${ISTHMUS_WASM_OPTIONS} -msimd128 -mnontrapping-fptoint
                    -isystem ${CMAKE_CURRENT_LIST_DIR}/std)
