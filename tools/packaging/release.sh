#!/usr/bin/env bash
# Makes the files of a release of the last commit, in an empty folder:
#
#   tools/packaging/release.sh OUT [PART...]     source amd64 arm64 wheel npm page
#
#   source  the sources as a .tar.xz
#   amd64   a .deb and a .tar.xz of the program, without kernels for GPUs (which are packaged by hand, on a
#           machine that has tested them: README.md)
#   arm64   the same, cross-compiled; qemu plays a game with it
#   wheel   the module for the Python that is here
#   npm     the engine for Node.js
#   page    the page with the engine in it, for any web server, as one .zip; this and npm are held to the program
# and, of what it has made, sbom.spdx.json (SPDX 2.3) and SHA256SUMS. It needs a clean checkout, and Debian 12 with
# what tools/test.sh and (arm64) the packages below install. Two runs, wherever they are, make the same bytes.
set -euo pipefail
[ $# -gt 0 ] || {
  echo "usage: tools/packaging/release.sh OUT [source|amd64|arm64|wheel|npm|page...]" >&2
  exit 2
}
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
all="source amd64 arm64 wheel npm page"
[ $# -gt 0 ] || set -- $all
cd "$(dirname "$0")/../.."
root=$PWD
source tools/scripts/setup.sh
for part in "$@"; do
  [[ " $all " == *" $part "* ]] || {
    echo "release.sh: there is no part '$part'" >&2
    exit 2
  }
done
[ -z "$(ls -A "$out")" ] || {
  echo "release.sh: $out is not empty" >&2
  exit 2
}
[ -z "$(git status --porcelain)" ] || {
  echo "release.sh: the checkout has changes; commit them, as the files are those of a commit" >&2
  exit 2
}
version=$(sed -n 's/^project(isthmus VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
# Archives have the commit's time, whenever they are made.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
builds=$root/build/release-files

# configured NAME OPTION... - the program alone, in a build folder of its own.
configured() {
  local folder=$builds/$1
  shift
  cmake --preset release -B "$folder" -DISTHMUS_CUDA=OFF -DISTHMUS_MPI=OFF -DISTHMUS_TESTS=OFF "$@" >/dev/null
}
# packed NAME - its packages.
packed() {
  cmake --build "$builds/$1"
  rm -rf "$builds/$1/packages"
  (cd "$builds/$1" && cpack -B packages >/dev/null)
  cp "$builds/$1"/packages/*.{deb,tar.xz} "$out"
}

# held_to_program CHECK FILES - what is made for browsers and Node.js, as it is shipped, to the program of this machine.
held_to_program() {
  configured amd64 -DISTHMUS_PYTHON=OFF
  cmake --build "$builds/amd64" --target isthmus
  node "tests/tools/wasm/$1" "$builds/amd64/tools/isthmus" "$2"
}

make_source() {
  git archive --format=tar --prefix="isthmus-$version/" HEAD | xz -T1 >"$out/isthmus-$version.tar.xz"
}
make_amd64() {
  configured amd64 -DISTHMUS_PYTHON=OFF
  packed amd64
}
make_arm64() {
  install_packages g++-aarch64-linux-gnu qemu-user-static mmdebstrap file
  # What is linked in, of Debian's packages for arm64; nothing of it is run to unpack it.
  [ -d "$builds/sysroot" ] ||
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
      --include=libc6-dev,libstdc++-12-dev,libboost-dev,libboost-program-options-dev,libboost-filesystem-dev \
      --include=libeigen3-dev,libhwy-dev,nlohmann-json3-dev,libsqlite3-dev bookworm "$builds/sysroot"
  configured arm64 -DISTHMUS_PYTHON=OFF --toolchain tools/packaging/arm64.cmake \
    -DCMAKE_SYSROOT="$builds/sysroot"
  packed arm64
  python3 tools/packaging/arm64_check.py "$out"/isthmus_*_arm64.deb "$builds/sysroot" "$version"
}
make_wheel() {
  configured wheel -DISTHMUS_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3
  /usr/bin/python3 -m pip wheel --quiet --no-deps --no-index --wheel-dir "$out" \
    --config-settings build-dir="$builds/wheel" .
}
make_page() {
  rm -rf "$builds/page"
  tools/scripts/web_folder.sh "$builds/page"
  held_to_program wasm_check.mjs "$builds/page"
  python3 - "$builds/page" "$out/isthmus-page-$version.zip" <<'END'
import pathlib, sys, zipfile

folder, archive = map(pathlib.Path, sys.argv[1:])
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
    for path in sorted(folder.iterdir()):
        entry = zipfile.ZipInfo(path.name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
        pack.writestr(entry, path.read_bytes())
END
}
make_npm() {
  tools/wasm/npm_package.sh "$out"
  held_to_program npm_check.mjs "$out"
}

install_packages "${BUILD_PACKAGES[@]}" "${WASM_PACKAGES[@]}" git python3-dev python3-pip python3-numpy pybind11-dev \
  dpkg-dev file xz-utils
# Node.js of another source than Debian has npm with it, and will not have Debian's beside it.
command -v npm >/dev/null || install_packages npm
install_page_packages "$root"
for part in $all; do
  if [[ " $* " == *" $part "* ]]; then
    echo "== $part"
    "make_$part"
  else
    echo "== $part: left out, as it was not asked for"
  fi
done
python3 tools/packaging/sbom.py "$out" "$version" "$SOURCE_DATE_EPOCH" >"$builds/sbom.json"
mv "$builds/sbom.json" "$out/sbom.spdx.json"
(cd "$out" && sha256sum -- * >"$builds/sums" && mv "$builds/sums" SHA256SUMS)
cat "$out/SHA256SUMS"
