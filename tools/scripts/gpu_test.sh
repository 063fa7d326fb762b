#!/usr/bin/env bash
# Builds the kernels and runs everything that needs a GPU, one line a test, on as many GPUs at a time as
# there are:
#
#   tools/scripts/gpu_test.sh [BUILD_DIR]     BUILD_DIR is configured and built unless it is given
#
# Ends with 0 where all is well, 77 where there is no device, and 1 otherwise. What came of it on a device
# is written to gpu/DEVICE_TESTED (gpu_stamp.sh), which goes into the commit that changes the kernels.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"

build=${1:-}
if [ -z "$build" ]; then
  build=build/gpu
  cmake --preset gpu >/dev/null
  cmake --build "$build" --target gpu_device_tests isthmus lose_device_later >/dev/null
fi
export tests=$build/tests/gpu_device_tests
[ -x "$tests" ] || {
  echo "gpu_test: no program $tests; build the target gpu_device_tests first" >&2
  exit 1
}
logs=$(mktemp -d)
export logs
trap 'rm -r "$logs"' EXIT

# check NAME COMMAND... - runs a command on the GPU of this slot of xargs, and says what came of it, with the last of
# its output if it fails.
check() {
  local name=$1 log status=0 begin=$SECONDS
  log=$(mktemp -p "$logs")
  shift
  CUDA_VISIBLE_DEVICES=${slot:-0} timeout 600 "$@" >"$log" 2>&1 || status=$?
  case $status in
    0) echo "PASSED   $name ($((SECONDS - begin)) s)" ;;
    77) echo "SKIPPED  $name: no CUDA device here" ;;
    *) echo "FAILED   $name (exit code $status)"$'\n'"$(tail -n 30 "$log")" ;;
  esac
}
sanitize() {
  # The sanitizers make kernels slow, so that they get the tests that have least to do.
  local few='*every triangle*,*any number*,*full board*,*seeds*,*blocks mix*,*a block walk*,*sums of*'
  few+=',*other shapes*,*small games*'
  local sanitizer
  if sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer); then
    check "$1" "$sanitizer" --tool "$1" --error-exitcode 1 "$tests" --test-case="$few"
  else
    echo "FAILED   $1: no compute-sanitizer on the PATH or in /usr/local/cuda/bin"
  fi
}
# After it the program that runs it has no device any more.
lose_device() {
  check "when a device is lost the CPU goes on" "$tests" --no-skip --test-case='when a device is lost*'
}
lose_device_later() {
  check "what runs when a device is lost loses nothing" python3 tests/gpu/device/loss_check.py \
    "$1/tools/isthmus" "$1/tests/lose_device_later.so"
}
test_case() {
  check "$1" "$tests" --test-case="${1//,/\\,}"
}
export -f check sanitize lose_device lose_device_later test_case

devices=$({ nvidia-smi --query-gpu=index --format=csv,noheader 2>/dev/null || true; } | wc -l)
check "a device" "$tests" --count | tee "$logs/all"
! grep -q ^SKIPPED "$logs/all" || exit 77
{
  # What takes longest comes first.
  printf '%s\0' sanitize memcheck sanitize racecheck lose_device_later "$build" lose_device all
  "$tests" --list-test-cases --no-intro | grep -v '^\[doctest\]\|^===' |
    while IFS= read -r name; do printf '%s\0' test_case "$name"; done
} | xargs -0 -n 2 -P "$((devices > 0 ? devices : 1))" --process-slot-var=slot bash -euo pipefail -c '"$@"' _ |
  tee -a "$logs/all"

card=$(nvidia-smi --query-gpu=name --format=csv,noheader | sort -u | paste -sd ,)
failed=$(grep -c ^FAILED "$logs/all" || true)
tools/scripts/gpu_stamp.sh write "$card" "$(grep -c ^PASSED "$logs/all")" "$failed"
exit $((failed > 0))
