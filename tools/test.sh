#!/usr/bin/env bash
# Installs what is missing and runs every check, or just those named, and says how long each part
# took (of tests ctest says so):
#   tsan     clang++: the tests of what has threads (actions, books, nets, problems, search, self-play, server,
#            solvers, tournaments) under ThreadSanitizer
#   format   the sources are as clang-format 14 leaves them
#   fuzz     clang++, warnings as errors: all tests under AddressSanitizer and UBSan, and the fuzz
#            targets for a bounded number of inputs
#   release  g++, warnings as errors, nvcc where it is installed, and the module for Python: all tests,
#            those of the engine as WebAssembly and of the trainer among them
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source tools/scripts/setup.sh
[ $# -gt 0 ] || set -- tsan format fuzz release

# took NAME BEGIN - says how long something took that began when SECONDS was BEGIN.
took() {
  echo "== $1 took $((SECONDS - $2)) s"
}

# packages_of CHECK - what it takes beside what the program is built with.
packages_of() {
  case $1 in
    format) echo clang-format-14 ;;
    tsan) echo clang libclang-rt-dev lld ;;
    fuzz) echo clang libclang-rt-dev lld libopenmpi-dev openmpi-bin python3-jsonschema bsdutils nodejs ;;
    release)
      echo libopenmpi-dev openmpi-bin python3-jsonschema bsdutils pybind11-dev python3-dev python3-mypy \
        python3-numpy python3-torch python3-venv dpkg-dev file groff-base zsh "${WASM_PACKAGES[@]}"
      ;;
  esac
}

# configure_and_build PRESET TARGETS [CMAKE OPTION...] - the files of a room are one unit each (a batch of 0): all are
# compiled, and what they include is read once.
configure_and_build() {
  local preset=$1 targets=$2 begin=$SECONDS
  shift 2
  cmake --preset "$preset" -DISTHMUS_TESTS=ON -DISTHMUS_WERROR=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 \
    "$@" >/dev/null
  # shellcheck disable=SC2086 # targets are words
  nice cmake --build "build/$preset" --parallel "$(nproc)" --target $targets
  took "building $preset" "$begin"
}

# For each check what is built or looked at, and what is run then.
build_format() {
  local begin=$SECONDS
  git ls-files '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format-14 --dry-run --Werror
  took "looking at the format" "$begin"
}
# Without lines, which take an eighth of the time: what fails names its functions, and UBSan the line.
without_lines="-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g0 -DNDEBUG"
build_fuzz() {
  configure_and_build fuzz all -DISTHMUS_JOIN_ROOMS=ON "$without_lines"
}
test_fuzz() { ctest --preset fuzz; }
build_tsan() {
  configure_and_build tsan "actions_tests book_tests http_tests net_tests puzzles_tests search_tests \
    selfplay_tests solver_threads_tests tournament_tests" -DISTHMUS_JOIN_ROOMS=ON "$without_lines"
}
test_tsan() {
  ctest --preset tsan -R '^(actions|book|http|net|puzzles|search|selfplay|solver_threads|tournament)$'
}
build_release() {
  # Kernels that nothing here can run are not optimised (nvcc can do without since 12.9).
  local kernels=
  if [[ $(nvidia-smi -L 2>/dev/null) != GPU* &&
    $(PATH=$PATH:/usr/local/cuda/bin nvcc --help 2>/dev/null) == *--Ofast-compile* ]]; then
    kernels=--Ofast-compile=max
  fi
  # Rooms together, as tools/run.sh has them; all instruction sets, also in a folder where that has built for this
  # processor.
  configure_and_build release all -DISTHMUS_CUDA=AUTO -DCMAKE_CUDA_FLAGS="$kernels" -DISTHMUS_PYTHON=ON \
    -DISTHMUS_INSTRUCTIONS=ALL -DISTHMUS_LIBRARY=ON -DISTHMUS_JOIN_ROOMS=ON
}
test_release() {
  # ctest says so too, in its last lines: the test kernels_were_tested counts as skipped then.
  tools/scripts/gpu_stamp.sh check || true
  ctest --preset release
}

# start_tests CHECK - beside the builds and tests that follow, so that no processor is idle while the last of them end;
# builds give way. await_tests [ended] prints what they, or those that have ended, printed, those that failed last, and
# fails where they did.
testing=() groups=()
start_tests() {
  set -m  # a group of processes of their own, to be ended as one
  "test_$1" >"$printed/$1" 2>&1 &
  groups+=("$!")
  set +m
  testing+=("$1")
}
await_tests() {
  local check failed=0 status last=()
  while [ ${#testing[@]} -gt 0 ]; do
    [ "${1:-}" != ended ] || ! kill -0 "${groups[0]}" 2>/dev/null || break
    status=0
    wait "${groups[0]}" || status=$?
    check=${testing[0]}
    testing=("${testing[@]:1}") groups=("${groups[@]:1}")  # not before: who interrupts this wait ends them
    if [ "$status" = 0 ]; then
      print_tests "$check"
    else
      failed=$status last+=("$check")
    fi
  done
  for check in "${last[@]}"; do print_tests "$check"; done
  return "$failed"
}
print_tests() {
  echo "== tests of $1"
  cat "$printed/$1"
}
end_tests() {
  local group
  for group in "${groups[@]}"; do kill -- "-$group" || true; done
}

for check in "$@"; do
  declare -F "build_$check" >/dev/null || {
    echo "tools/test.sh: unknown check '$check'; known: format, fuzz, tsan, release" >&2
    exit 2
  }
done
begin=$SECONDS
# shellcheck disable=SC2046 # names of packages are words
install_packages "${BUILD_PACKAGES[@]}" git doctest-dev python3 $(packages_of "$1")
# Node.js of another source than Debian has npm with it, and will not have Debian's beside it.
command -v npm >/dev/null || install_packages npm
install_page_packages "$root"
# What the others take is installed while the first is built, which should take little: so it stands first.
printed=$(mktemp -d)
trap 'end_tests; wait; rm -r "$printed"' EXIT  # dpkg is not left halfway where a check fails
trap 'end_tests; exit 130' INT TERM
# shellcheck disable=SC2046
install_packages_beside $(for check in "${@:2}"; do packages_of "$check"; done)
took "installing what the first check takes" "$begin"
for check in "$@"; do
  echo "== $check"
  if [ "$check" != "$1" ]; then
    begin=$SECONDS
    await_packages
    took "waiting for what $check takes" "$begin"
  fi
  "build_$check"
  await_tests ended
  declare -F "test_$check" >/dev/null || continue
  if [ "$check" = "${!#}" ] && [ ${#testing[@]} = 0 ]; then "test_$check"; else start_tests "$check"; fi
done
await_tests
