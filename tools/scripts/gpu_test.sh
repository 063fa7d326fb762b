#!/usr/bin/env bash
# Builds the kernels and runs everything that needs a GPU, one line a test:
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
tests=$build/tests/gpu_device_tests
[ -x "$tests" ] || {
  echo "gpu_test: no program $tests; build the target gpu_device_tests first" >&2
  exit 1
}
sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer || true)

passed=0
failed=0
# check NAME COMMAND... - runs a command with its output in a file that is shown if it fails.
check() {
  local name=$1 log status=0
  log=$(mktemp)
  shift
  timeout 600 "$@" >"$log" 2>&1 || status=$?
  case $status in
    0) echo "PASSED   $name" && passed=$((passed + 1)) ;;
    77) echo "SKIPPED  $name: no CUDA device here" && rm "$log" && exit 77 ;;
    *) echo "FAILED   $name (exit code $status)" && tail -n 30 "$log" && failed=$((failed + 1)) ;;
  esac
  rm -f "$log"
}

check "a device" "$tests" --count
while IFS= read -r name; do
  check "$name" "$tests" --test-case="${name//,/\\,}"
done < <("$tests" --list-test-cases --no-intro | grep -v '^\[doctest\]\|^===')

# Afterwards the program that runs it has no device any more.
check "when a device is lost the CPU goes on" "$tests" --no-skip \
  --test-case='when a device is lost*'

check "what runs when a device is lost loses nothing" python3 tests/gpu/device/loss_check.py \
  "$build/tools/isthmus" "$build/tests/lose_device_later.so"

# The sanitizers make kernels slow, so that they get the tests that have least to do.
few='*every triangle*,*any number*,*full board*,*seeds*,*blocks mix*,*a block walk*,*sums of*'
few+=',*other shapes*,*small games*'
for tool in memcheck racecheck; do
  if [ -z "$sanitizer" ]; then
    echo "FAILED   $tool: no compute-sanitizer on the PATH or in /usr/local/cuda/bin"
    failed=$((failed + 1))
  else
    check "$tool" "$sanitizer" --tool "$tool" --error-exitcode 1 "$tests" \
      --test-case="$few"
  fi
done
card=$(nvidia-smi --query-gpu=name --format=csv,noheader | sort -u | paste -sd ,)
tools/scripts/gpu_stamp.sh write "$card" "$passed" "$failed"
exit $((failed > 0))
