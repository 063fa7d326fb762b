#!/usr/bin/env bash
# Makes the engine as a package of npm, isthmus-VERSION.tgz, for machines without a compiler:
#   tools/wasm/npm_package.sh OUT [WEB] && npx OUT/isthmus-1.1.0.tgz gtp
# WEB is what tools/scripts/web_folder.sh has made; without it that is made first. Needs Emscripten and
# npm, and nothing of the network. The same sources make the same bytes. Its environment is as for web_folder.sh.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 2 ] || {
  echo "usage: tools/wasm/npm_package.sh OUT [WEB]" >&2
  exit 2
}
mkdir -p "$1"
out=$(cd "$1" && pwd)
web=${2:+$(cd "$2" && pwd)}
cd "$(dirname "$0")/../.."
package=$(mktemp -d)
trap 'rm -r "$package"' EXIT

install -m 644 tools/wasm/npm/*.{js,json,md} LICENSE "$package"
chmod 755 "$package/isthmus.js"
mkdir "$package/web" "$package/licences"
if [ -n "$web" ]; then
  install -m 644 "$web"/* "$package/web"
else
  tools/scripts/web_folder.sh "$package/web"
fi
emcmake cmake --preset wasm-threads -DISTHMUS_WASM_QUICK="${ISTHMUS_WASM_QUICK:-OFF}" >/dev/null
cmake --build --preset wasm-threads --target isthmus_node
# As in web_folder.sh, older ones have the code of threads in a file of its own.
install -m 644 build/wasm-threads/tools/wasm/isthmus_node.{js,wasm} \
  $(ls build/wasm-threads/tools/wasm/isthmus_node.worker.js 2>/dev/null) "$package"
for library in libhwy-dev nlohmann-json3-dev; do
  install -m 644 "/usr/share/doc/$library/copyright" "$package/licences/$library"
done

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:[A-Z]*=//p' build/wasm-threads/CMakeCache.txt)
sed -i "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$package/package.json"
sed -i "s/VERSION/$version/" "$package/README.md"
cd "$out"
rm -f isthmus-*.tgz
npm pack --silent --offline "$package"
