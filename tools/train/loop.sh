#!/usr/bin/env bash
# Makes generations of a net: games with itself, training on the last games, and a match against the
# generation before.
#
#   tools/train/loop.sh DIR [SECONDS]    goes on from what is in DIR; begins no generation that would
#                                        not end within SECONDS (0: never ends)
#
# Each step is done again after a kill, with what it had written kept. Settings, from the environment:
#   GAME           what is played                          (the program's default)
#   FRESH          if not empty an empty DIR begins from nothing, and not from the net that is shipped
#   ISTHMUS        the program                             (build/release/tools/isthmus)
#   PYTHON         with PyTorch and NumPy                  (python3)
#   MODULE         the folder of the module for it         (build/release/python)
#   PLAY_SECONDS   of games a generation                   (60)
#   PLAY_OPTIONS   more options of `isthmus selfplay`
#   STEPS          of training a generation                (1500)
#   WINDOW         games that are trained on, the last     (60000)
#   TRAIN_OPTIONS  more options of train.py
#   MATCH_OPTIONS  of `isthmus match`                      (--games 400 --visits 64)
#   TRAIN_GPU      a GPU's number; if given a generation is trained there on the games of those before
#                  it, while its own are played on the GPUs that PLAY_OPTIONS names by --gpus
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
dir=${1:?usage: loop.sh DIR [SECONDS]}
limit=${2:-0}
isthmus=${ISTHMUS:-$tools/../../build/release/tools/isthmus}
python=${PYTHON:-python3}
module=${MODULE:-$tools/../../build/release/python}
export PYTHONPATH=$module${PYTHONPATH:+:$PYTHONPATH}
game=${GAME:-$("$python" -c 'import isthmus; print(isthmus.DEFAULT_GAME)')}
# What plays before the first net.
first=$("$python" -c 'import isthmus, sys
print("fills" if isthmus.Game(sys.argv[1]).is_decided_by_fills else "playouts")' "$game")
mkdir -p "$dir/games" "$dir/nets" "$dir/matches"

# No games go on when this ends.
playing=
trap '[ -z "$playing" ] || kill -- "-$playing" 2>/dev/null || true' EXIT

# Without its end a partly written file is not there.
write_to() { # write_to FILE COMMAND...
  local file=$1
  shift
  "$@" >"$file.partial" && mv "$file.partial" "$file"
}

# The games of generation $name, by the net $best or what plays before the first.
play() {
  local player=(--evaluator "$first")
  [ -z "$best" ] || player=(--net "$dir/$best")
  [ ! -f "$dir/games/$name/totals.json" ] || return 0
  mkdir -p "$dir/games/$name"
  # shellcheck disable=SC2086 # options are words
  write_to "$dir/games/$name/totals.json" "$isthmus" selfplay --game "$game" --out "$dir/games/$name" \
    --unfinished "$dir/games/unfinished.shard" --seed "$generation" --seconds "${PLAY_SECONDS:-60}" \
    "${player[@]}" ${PLAY_OPTIONS:-}
}

# The net of generation $name, from the games that there are.
train() {
  [ ! -f "$dir/nets/$name.net" ] || return 0
  # shellcheck disable=SC2086
  "$python" "$tools/train.py" --game "$game" --games "$dir/games" --state "$dir" --out "$dir/nets/$name.net" \
    ${best:+--start "$dir/$best"} --window "${WINDOW:-60000}" --steps "${STEPS:-1500}" --generation "$generation" \
    ${TRAIN_OPTIONS:-}
}

# Training that has nothing to go on from goes on from the net that is shipped.
shipped=$tools/../../engine/net/networks
if [ -z "${FRESH:-}" ] && [ ! -f "$dir/history.json" ] && [ -f "$shipped/$game.json" ]; then
  cp "$shipped/$game.json" "$dir/history.json"
  cp "$shipped/$game-losses.csv" "$dir/losses.csv"
  cp "$shipped/$game.net" "$dir/$("$python" "$tools/history.py" best "$dir")"
fi

begin=$SECONDS
longest=0
while :; do
  generation=$("$python" "$tools/history.py" next "$dir")
  name=$(printf 'gen-%03d' "$generation")
  began=$SECONDS
  if [ "$limit" -gt 0 ] && [ $((began - begin + longest)) -gt "$limit" ]; then break; fi
  echo "== $name"

  best=$("$python" "$tools/history.py" best "$dir")
  if [ -n "${TRAIN_GPU:-}" ] && compgen -G "$dir/games/gen-*/games-*.shard" >/dev/null; then
    set -m # in a process group of its own
    play &
    set +m
    playing=$!
    CUDA_VISIBLE_DEVICES=$TRAIN_GPU train
    wait "$playing"
    playing=
  else
    play
    train
  fi
  if [ ! -f "$dir/matches/$name.json" ]; then
    # shellcheck disable=SC2086
    write_to "$dir/matches/$name.json" "$isthmus" match --game "$game" \
      --net "$dir/nets/$name.net" --against "${best:+$dir/}${best:-$first}" ${MATCH_OPTIONS:---games 400 --visits 64}
  fi
  "$python" "$tools/history.py" add "$dir" "$first"
  longest=$((SECONDS - began > longest ? SECONDS - began : longest))
done
