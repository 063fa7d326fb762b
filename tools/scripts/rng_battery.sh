#!/bin/sh
# Runs dieharder (Debian package of that name) on the random numbers of the fills, or of another
# generator that fill_words names, and prints its table. A result of WEAK is to be expected about
# once in a hundred tests, FAILED never. One that is WEAK again on other numbers is a cause for
# worry.
#
#   tools/scripts/rng_battery.sh [BUILD_DIR [GENERATOR]]        the tests below: about 5 minutes on one core
#   ALL=1 tools/scripts/rng_battery.sh [BUILD_DIR [GENERATOR]]  dieharder -a: about an hour
set -eu

words=${1:-$(dirname "$0")/../../build/release}/tools/bench/fill_words
generator=${2:-xorwow}
if ! [ -x "$words" ]; then
  echo "rng_battery: no program $words; build it first: cmake --build BUILD_DIR --target fill_words" >&2
  exit 2
fi
if ! command -v dieharder > /dev/null; then
  echo "rng_battery: dieharder is not installed; try: apt-get install dieharder" >&2
  exit 2
fi

if [ -n "${ALL:-}" ]; then
  exec sh -c '"$1" "$2" | dieharder -a -g 200' sh "$words" "$generator"
fi

# Diehard's own tests but those that dieharder's author calls suspect (5, 6, 7, 14), then the
# NIST and further ones. The numbers are those of dieharder -l.
for test in 0 1 2 3 4 8 9 10 11 12 13 15 16 17 100 101 102 202 203 204 206 208 209; do
  "$words" "$generator" | dieharder -d "$test" -g 200 | grep -E 'PASSED|WEAK|FAILED'
done
