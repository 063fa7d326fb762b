#!/usr/bin/env bash
# Installs what is missing, builds, and runs isthmus with the arguments given; with none it analyses
# a position from a real game.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/tools/scripts/setup.sh"
build=$root/build/release

install_packages "${BUILD_PACKAGES[@]}"
install_page_packages "$root"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# show_progress - copies standard input to the log, and on a terminal shows how far it is: "[17/90]".
show_progress() {
  local line
  while IFS= read -r line; do
    echo "$line" >>"$log"
    [[ -t 2 && $line =~ ^\[[0-9]+/[0-9]+\] ]] && printf '\r%s ' "${BASH_REMATCH[0]}" >&2
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

if [ ! -f "$build/build.ninja" ]; then
  echo "Building Isthmus; the first time this takes a few minutes" >&2
  # Compiled for the processor and the GPU that are here alone, and rooms together, which takes less time, the more so
  # without the module for Python (cmake --preset release turns it on again).
  options=(-DISTHMUS_TESTS=OFF -DISTHMUS_INSTRUCTIONS=NATIVE -DISTHMUS_JOIN_ROOMS=ON -DISTHMUS_PYTHON=OFF)
  if [[ $(nvidia-smi -L 2>/dev/null) == GPU* ]]; then
    options+=(-DCMAKE_CUDA_ARCHITECTURES=native)
  else
    options+=(-DISTHMUS_CUDA=OFF)
    echo "No NVIDIA GPU is here, so it is built without kernels for one; for these:" \
      "cmake --preset release-gpu && cmake --build build/release-gpu" >&2
  fi
  cmake --preset release -S "$root" "${options[@]}" >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
  }
fi
# With more at a time than there are processors each takes longer, and all of them.
cmake --build "$build" --parallel "$(nproc)" --target isthmus 2>&1 | show_progress || {
  cat "$log" >&2
  exit 1
}

if [ $# -eq 0 ]; then
  set -- analyze --format text "$root/tools/examples/little-golem-1612755.json"
fi
# Specs of tournaments may name the program without its path.
PATH=$build/tools:$PATH isthmus "$@"
