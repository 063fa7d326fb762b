#!/usr/bin/env bash
# Installs what is missing and runs every check, or just those named:
#   format   the sources are as clang-format leaves them
#   asan     clang++, warnings as errors: all tests under AddressSanitizer and UBSan, fuzz targets
#   tsan     g++: the tests of the threaded search under ThreadSanitizer
#   release  g++, warnings as errors: all tests
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source tools/setup.sh
[ $# -gt 0 ] || set -- format asan tsan release

# configure_and_build PRESET TARGET [CMAKE OPTION...]
configure_and_build() {
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" -DISTHMUS_TESTS=ON -DISTHMUS_WERROR=ON "$@" >/dev/null
  cmake --build "build/$preset" --target "$target"
}

check_format() {
  git ls-files '*.cpp' '*.hpp' '*.cu' | xargs clang-format --dry-run --Werror
}
check_asan() {
  configure_and_build asan all -DCMAKE_CXX_COMPILER=clang++ -DISTHMUS_FUZZ=ON
  ctest --preset asan
}
check_tsan() {
  configure_and_build tsan search_tests
  ctest --preset tsan -R '^search$'
}
check_release() {
  configure_and_build release all
  ctest --preset release
}

install_packages "${BUILD_PACKAGES[@]}" git clang clang-format libclang-rt-dev doctest-dev python3
for check in "$@"; do
  declare -F "check_$check" >/dev/null || {
    echo "tools/test.sh: unknown check '$check'; known: format, asan, tsan, release" >&2
    exit 2
  }
done
for check in "$@"; do
  echo "== $check"
  "check_$check"
done
