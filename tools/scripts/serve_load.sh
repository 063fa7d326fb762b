#!/usr/bin/env bash
# Loads `isthmus serve` with 64 clients of ApacheBench, and says how many requests it answers a
# second, how long they take, and how many evaluations it makes a second of processor time, beside
# `isthmus analyze` with the same queries from a file.
#   tools/scripts/serve_load.sh [BUILD_FOLDER] [QUERIES]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
source "$root/tools/scripts/setup.sh"
install_packages apache2-utils curl jq
build=${1:-$root/build/release}
count=${2:-300}
program=$build/tools/isthmus
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

# start OPTION... - a server at $url; its processor time goes to $folder/time when it ends
start() {
  { time exec_server "$@"; } 2>"$folder/time" &
  until url=$(sed -n 's/^Listening on //p' "$folder/out" 2>/dev/null) && [ -n "$url" ]; do
    kill -0 $! 2>/dev/null || {
      cat "$folder/time" >&2
      exit 1
    }
    sleep 0.05
  done
  server=$(cat "$folder/pid")
}
exec_server() {
  bash -c 'echo $$ >"$0/pid"; exec "$@"' "$folder" "$program" serve --port 0 "$@" >"$folder/out"
}
stop() {
  kill "$server"
  wait
  server=
  rm "$folder/out"
}
# load NAME N [ab's options] PATH
load() {
  ab -q -l -k -c 64 -n "$2" "${@:3:$#-3}" "$url${!#}" >"$folder/ab"
  awk -v name="$1" '/^Requests per second/ {rate = $4} /^Non-2xx|^Failed requests/ {bad += $NF}
    $1 == "50%" {median = $2} $1 == "99%" {late = $2}
    END {printf "%-44s %8.0f a second, median %d ms, 99%% within %d ms, %d failed\n",
         name, rate, median, late, bad}' "$folder/ab"
}
# rate EVALUATIONS FILE_OF_TIME
rate() { awk -v n="$1" '{printf "%.0f", n / ($1 + $2)}' "$2"; }

echo '{"size": 11, "maxVisits": 1, "overrideSettings": {"reuse-tree": false}}' >"$folder/one"
start --evaluator fills --backend cpu
load "GET /status" 20000 /status
load "POST /analysis, 1 visit, fills" 5000 -p "$folder/one" -T application/json /analysis
stop
start --evaluator net --backend cpu --cache 0
load "POST /analysis, 1 visit, net" 1000 -p "$folder/one" -T application/json /analysis
stop

for evaluator in fills net; do
  visits=100
  [ $evaluator = net ] || visits=1000
  echo '{"size": 11, "maxVisits": '$visits', "overrideSettings": {"reuse-tree": false}}' >"$folder/query"
  for ((i = 0; i < count; ++i)); do cat "$folder/query"; done >"$folder/queries"
  for run in 1 2 3; do
    { time "$program" analyze "$folder/queries" --evaluator $evaluator --backend cpu --cache 0 \
      >"$folder/answers" 2>/dev/null; } 2>"$folder/time_batch"
    batch=$(rate "$(jq -s 'map(.rootInfo.evaluations) | add' "$folder/answers")" "$folder/time_batch")
    start --evaluator $evaluator --backend cpu --cache 0
    load "POST /analysis, $visits visits, $evaluator" "$count" -p "$folder/query" \
      -T application/json /analysis
    made=$(curl -s "$url/metrics" | sed -n 's/^isthmus_evaluations_total //p')
    stop
    served=$(rate "$made" "$folder/time")
    echo "  evaluations a second of processor time: $batch from a file, $served served"
  done
done
