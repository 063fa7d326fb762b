#!/usr/bin/env bash
# Builds, tests and tries the last commit in systems that have nothing installed, and says with which
# versions and how long each step took:
#
#   tools/scripts/bare_systems.sh [SYSTEM...]     bookworm (Debian 12), trixie (13) and unstable
#
# Each is a chroot made by mmdebstrap, so it needs root, some 6 GB of disk and an hour for each:
#   run     the README's first command, tools/run.sh: installs, builds, analyses a position
#   test    the second, tools/test.sh with the checks in CHECKS ("release"): all tests, joined sources
#   apart   the same tests of a build file by file
# STEPS ("run test apart") names fewer of these, TESTS (all) is ctest's pattern of those to run apart,
# FOLDER keeps the chroots for another run, and MIRROR is another mirror of Debian's.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -gt 0 ] || set -- bookworm trixie unstable
steps=${STEPS:-run test apart}
folder=${FOLDER:-$(mktemp -d)}
[ "$(id -u)" -eq 0 ] && command -v mmdebstrap >/dev/null || {
  echo "bare_systems: needs root and mmdebstrap; try: sudo apt-get install mmdebstrap" >&2
  exit 2
}
system=
mounted=
trap leave EXIT
unmount() {
  for part in $mounted; do umount "$folder/$system/$part"; done
  mounted=
}
leave() {
  unmount
  [ -n "${FOLDER:-}" ] || rm -rf --one-file-system "$folder"
}

# inside COMMAND - runs a shell command in the system, in the copy of the tree.
inside() {
  chroot "$folder/$system" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /isthmus && $1"
}

# step NAME COMMAND - says whether it went well and how long it took; its output is in a file.
failed=0
step() {
  local begin=$SECONDS log=$folder/$system-$1.log result=PASSED
  [[ " $steps " == *" $1 "* ]] || return 0
  inside "$2" >"$log" 2>&1 </dev/null || result=FAILED
  echo "$result  $system  $1  $((SECONDS - begin)) s  ($(grep -o '[0-9]*% tests passed.*' "$log" |
    tail -n 1 || true))"
  [ $result = PASSED ] || {
    tail -n 30 "$log" >&2
    failed=1
  }
}

for system in "$@"; do
  if [ ! -d "$folder/$system" ]; then
    # An archive that was copied some weeks ago serves as well.
    mmdebstrap --quiet --variant=apt --include=ca-certificates \
      --aptopt='Acquire::Check-Valid-Until "false"' "$system" "$folder/$system" ${MIRROR:+"$MIRROR"}
  fi
  mkdir -p "$folder/$system/isthmus"
  git -C "$root" archive HEAD | tar x -C "$folder/$system/isthmus"
  # What programs expect of a system that runs: MPI looks into sys, terminals are in dev/pts.
  for part in proc:proc sys:sysfs dev/pts:devpts dev/shm:tmpfs; do
    mkdir -p "$folder/$system/${part%:*}"
    mount -t "${part#*:}" "${part#*:}" "$folder/$system/${part%:*}"
    mounted="${part%:*} $mounted"
  done
  step run tools/run.sh
  step test "tools/test.sh ${CHECKS:-release}"
  step apart "cmake --preset release -B build/apart -DCMAKE_UNITY_BUILD=OFF -DISTHMUS_WERROR=ON &&
    cmake --build build/apart && ctest --test-dir build/apart --output-on-failure -R '${TESTS:-.}'"
  inside "dpkg-query -W -f='\${Package} \${Version}, ' g++ cmake libboost-dev nlohmann-json3-dev \
    libhwy-dev doctest-dev pybind11-dev python3-numpy clang 2>/dev/null" || true
  echo
  unmount
done
exit $failed
