#!/usr/bin/env bash
# A short stretch of loop.sh on a machine that keeps nothing: takes the state from the folder IN,
# makes generations for SECONDS, and leaves the state, history and pictures in the folder OUT.
#
#   tools/train/stretch.sh IN OUT SECONDS
#
# The state is an archive in pieces of 15 MB, state.tar.xz.aa and on; without any in IN training
# begins from nothing. It holds the checkpoint, the history, the games in hand, the nets of the last
# KEEP_NETS generations (6) and the last KEEP_MB megabytes of games (40). Where WORK names a folder
# the work is done and stays there, and a next stretch on the same machine goes on from it and not
# from IN. Settings as of loop.sh.
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
in=${1:?usage: stretch.sh IN OUT SECONDS}
out=${2:?usage: stretch.sh IN OUT SECONDS}
seconds=${3:?usage: stretch.sh IN OUT SECONDS}
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$out" "$work"
out=$(realpath "$out")

if [ ! -f "$work/history.json" ] && compgen -G "$in/state.tar.xz.*" >/dev/null; then
  cat "$in"/state.tar.xz.* | tar -xJ -C "$work"
fi
status=0
timeout $((seconds + 60)) "$tools/loop.sh" "$work" "$seconds" || status=$?

cd "$work"
{
  ls
  find nets -name '*.net' | sort | tail -n "${KEEP_NETS:-6}"
  find games matches -type f ! -name 'games-*.shard'
  find games -name 'games-*.shard' | sort -r | xargs -r stat -c '%s %n' |
    awk -v most="${KEEP_MB:-40}000000" '(bytes += $1) <= most {print $2}'
} | grep -vxE 'games|nets|matches' | tar -c -T - | xz -T0 -1 |
  split -b 15000000 - "$out/state.tar.xz."
for file in history.json losses.csv losses.svg ladder.svg; do
  [ ! -f "$file" ] || cp "$file" "$out"
done
exit $status
