#!/usr/bin/env bash
# What is known of the kernels on a device: gpu/DEVICE_TESTED says of which state of gpu/ the tests were
# run, on which card, when, and what came of it.
#
#   tools/scripts/gpu_stamp.sh check [GPU_FOLDER]     ends with 0 where that is the state that is there and
#                                                     all passed; else with 1, and a line that says why not
#   tools/scripts/gpu_stamp.sh write CARD PASSED FAILED [GPU_FOLDER]     what gpu_test.sh does in the end
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

# state_of FOLDER - a hash of all files in it but the stamp and the pages; the same with git and without.
state_of() {
  (cd "$1" && find . -type f ! -name DEVICE_TESTED ! -name '*.md' -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
}

# field NAME FILE
field() {
  sed -n "s/^$1: //p" "$2"
}

case ${1:-} in
  check)
    gpu=${2:-$root/gpu}
    stamp=$gpu/DEVICE_TESTED
    again="run tools/scripts/gpu_test.sh where there is a GPU"
    if [ ! -f "$stamp" ]; then
      echo "the kernels were never tested on a device: $again"
    elif [ "$(field state "$stamp")" != "$(state_of "$gpu")" ]; then
      echo "gpu/ is newer than its last test on a device, $(field date "$stamp")" \
        "on $(field card "$stamp"): $again"
    elif [ "$(field failed "$stamp")" != 0 ]; then
      echo "$(field failed "$stamp") tests of the kernels failed on $(field date "$stamp")" \
        "on $(field card "$stamp"): mend that, and $again"
    else
      exit 0
    fi
    exit 1
    ;;
  write)
    gpu=${5:-$root/gpu}
    printf 'state: %s\ncard: %s\ndate: %s\npassed: %s\nfailed: %s\n' "$(state_of "$gpu")" "$2" \
      "$(date -u +%F)" "$3" "$4" >"$gpu/DEVICE_TESTED"
    ;;
  *)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
