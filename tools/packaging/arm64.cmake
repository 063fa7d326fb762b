# Builds for arm64 on another processor, by Debian's cross compiler; release.sh makes the sysroot:
#   cmake --preset release -B build/arm64 --toolchain tools/packaging/arm64.cmake -DCMAKE_SYSROOT=FOLDER
# What the build runs of its own programs, to print their help, qemu runs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Boost's headers say in the program where they are; there it is as on a system of its own.
set(CMAKE_CXX_FLAGS_INIT "-ffile-prefix-map=${CMAKE_SYSROOT}=")
set(CMAKE_STRIP aarch64-linux-gnu-strip)
find_program(ISTHMUS_QEMU NAMES qemu-aarch64-static qemu-aarch64 REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${ISTHMUS_QEMU} -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
