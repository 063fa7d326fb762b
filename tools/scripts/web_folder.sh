#!/usr/bin/env bash
# Makes a folder of static files with which any host serves the page and the engine as WebAssembly:
#   tools/scripts/web_folder.sh OUT && python3 -m http.server --directory OUT
# Needs Emscripten (the package emscripten). The page is in it where its packages are installed
# (npm ci in protocols/web). With ISTHMUS_WASM_QUICK=ON in the environment texts are not optimised, nor what is linked
# once more, for which each program takes 30 s of a processor.
set -euo pipefail
[ $# -eq 1 ] || {
  echo "usage: tools/scripts/web_folder.sh OUT" >&2
  exit 2
}
command -v emcmake >/dev/null || {
  echo "isthmus: there is no Emscripten; install the package emscripten" >&2
  exit 1
}
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."

for preset in wasm wasm-threads; do
  emcmake cmake --preset "$preset" -DISTHMUS_WASM_QUICK="${ISTHMUS_WASM_QUICK:-OFF}" >/dev/null
  cmake --build --preset "$preset" --target isthmus_wasm
done
# Emscripten before 3.1.58 has the code of threads in a file of its own.
install -m 644 build/wasm/tools/wasm/isthmus.{js,wasm} build/wasm-threads/tools/wasm/isthmus_threads.{js,wasm} \
  $(ls build/wasm-threads/tools/wasm/isthmus_threads.worker.js 2>/dev/null) \
  tools/wasm/{engine_worker,service_worker,isolation}.js $(ls engine/net/networks/*.net | grep -v -e -large.net) "$out"

if [ ! -d protocols/web/node_modules ]; then
  echo "isthmus: the page is left out, as its packages are not installed" >&2
  exit
fi
page=$(mktemp -d)
trap 'rm -r "$page"' EXIT
node protocols/web/build.mjs "$page"
rm "$page"/*.gz  # hosts compress for themselves
# A server says that the page may share memory; here a script sees to it.
sed -i 's|<script type="module"|<script src="isolation.js"></script>\n    &|' "$page/index.html"
install -m 644 "$page"/* "$out"
