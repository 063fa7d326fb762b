#!/usr/bin/env bash
# Installs what is missing, builds, and runs isthmus with the arguments given; with none it analyses
# a position from a real game.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/tools/scripts/setup.sh"
build=$root/build/release

install_packages "${BUILD_PACKAGES[@]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ -x "$build/tools/isthmus" ] || echo "Building Isthmus; the first time this takes a few minutes" >&2
{
  if [ ! -f "$build/build.ninja" ]; then
    # Where there is a GPU the kernels are compiled for it alone, which takes less time.
    options=(-DISTHMUS_TESTS=OFF)
    nvidia-smi -L 2>/dev/null | grep -q '^GPU' && options+=(-DCMAKE_CUDA_ARCHITECTURES=native)
    cmake --preset release -S "$root" "${options[@]}"
  fi
  cmake --build "$build" --target isthmus
} >"$log" 2>&1 || {
  cat "$log" >&2
  exit 1
}

if [ $# -eq 0 ]; then
  set -- analyze --format text "$root/tools/examples/little-golem-1612755.json"
fi
# Specs of tournaments may name the program without its path.
PATH=$build/tools:$PATH isthmus "$@"
