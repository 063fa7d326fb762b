#!/usr/bin/env bash
# Trains the nets of all games, or of those named, from nothing, as tools/train/README.md has it, and says in a
# line of each what came: how many games, steps and nets, and how the last stands against fills or playouts.
#
#   tools/scripts/learn_check.sh [--seconds N] [--at-once N] [--out DIR] [GAME...]
#
# N seconds are for each game, 120 if not given; of games at once each has its share of the cores, and the GPUs
# in turn. DIR, results/learn if not given, gets the logs and the states. Ends with 0 where all learned.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-python3}
program=${ISTHMUS:-$root/build/release/tools/isthmus}
seconds=120 at_once=1 out=$root/results/learn
while [[ ${1:-} == --* ]]; do
  case $1 in
    --seconds) seconds=$2 ;;
    --at-once) at_once=$2 ;;
    --out) out=$2 ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
  shift 2
done
[ $# -gt 0 ] || set -- hex havannah gonnect y rex

# sizes GAME - the sides that it is learned on, the first of them that of the match.
sizes() {
  case $1 in
    hex) echo 9 ;;
    rex) echo 11:6,8:2 ;;
    y) echo 13:6,10:3 ;;
    havannah) echo 8:5,6:3,5:1,7:1 ;;
    gonnect) echo 9:4,13:2,7:1,11:1 ;;
    *) echo "learn_check: no sides for the game $1" >&2 && return 1 ;;
  esac
}

# Keeps this process to the cores and the GPU of its place among those that run at once.
take_share() {
  local cores gpus
  mapfile -t cores < <("$python" -c 'import os; print(*sorted(os.sched_getaffinity(0)), sep="\n")')
  local each=$((${#cores[@]} / at_once))
  [ "$each" -eq 0 ] || taskset -pc "$(IFS=, && echo "${cores[*]:slot * each:each}")" $$ >/dev/null
  gpus=$({ nvidia-smi --list-gpus 2>/dev/null || true; } | wc -l)
  [ "$gpus" -eq 0 ] || export CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES:-$((slot % gpus))}
}

# learn GAME - trains it and says what came.
learn() {
  local game=$1 dir=$out/$1 code=0 begin=$SECONDS sides
  sides=$(sizes "$game")
  take_share
  mkdir -p "$dir"
  printf '{"fresh": true, "gated": false, "selfplay": {"sizes": "%s"}, "training": {"new-games": 1000}}\n' \
    "$sides" >"$dir/settings.json"
  "$python" "$root/tools/train/run.py" "$game" --out "$dir/state" --work "$dir/work" --seconds "$seconds" \
    --config "$dir/settings.json" --program "$program" --progress >"$dir/log" 2>&1 || code=$?
  local took=$((SECONDS - begin)) net against match='{}' size=${sides%%[:,]*}
  net=$(find "$dir/work/$game/nets" -name '*.net' | sort | tail -n 1)
  against=$(cd "$root/tools/train" && "$python" -c \
    'import sys; from folder import first_player; print(first_player(sys.argv[1]))' "$game")
  [ -z "$net" ] || match=$("$program" match --game "$game" --size "$size" --net "$net" --against "$against" \
    --games 200 --visits 64)
  "$python" - "$game $size" "$dir/work/$game" "$against" "$match" "run.py ended with $code after $took s" <<'END'
import json, pathlib, sys
game, work, against, match, end = sys.argv[1:]
work, match = pathlib.Path(work), json.loads(match)
played = sum(json.loads(log.read_text().splitlines()[-1])["games"] for log in work.glob("logs/rank-*.log"))
history = work / "history.json"
nets = json.loads(history.read_text())["generations"] if history.exists() else []
step = nets[-1]["training"]["step"] if nets else 0
elo = f"{match['elo']:+.0f} +- {match['error']:.0f} Elo against {against}" if match else "no match"
print(f"{game}: {played:,} games, {step:,} steps, {len(nets)} nets, {elo}; {end}", flush=True)
sys.exit(not nets)
END
  return "$code"
}

if [ -n "${LEARN_SLOT:-}" ]; then # one game, as the last line begins it
  slot=$LEARN_SLOT
  learn "$1"
else
  printf '%s\n' "$@" | xargs -P "$at_once" -n 1 --process-slot-var=LEARN_SLOT \
    "$0" --seconds "$seconds" --at-once "$at_once" --out "$out"
fi
