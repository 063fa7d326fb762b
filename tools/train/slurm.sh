#!/usr/bin/env bash
# Trains a net on many machines, as a job of Slurm:
#
#   sbatch --nodes=5 --gpus-per-node=4 --time=12:00:00 tools/train/slurm.sh DIR GAME [CONFIG]
#
# The first TRAINER_NODES nodes (1) train, with one process for each of their GPUs; the others play, with one
# rank for each of theirs, or one for a node that has none. All of them see DIR. The job may be ended and
# submitted again at any time: it goes on from what is in DIR. Settings, from the environment:
#   TRAINER_NODES  nodes that train                       (1)
#   ISTHMUS        the program                            (build/release/tools/isthmus)
#   PYTHON         with PyTorch, NumPy and the module     (python3)
#   PORT           of the first node, for the trainers    (29500)
#SBATCH --job-name=isthmus
#SBATCH --exclusive
set -euo pipefail
# Slurm runs a copy of this file.
tools=${SLURM_SUBMIT_DIR:?run me by sbatch from the root of the repository}/tools/train
dir=${1:?usage: sbatch slurm.sh DIR GAME [CONFIG]}
game=${2:?usage: sbatch slurm.sh DIR GAME [CONFIG]}
python=${PYTHON:-python3}
program=${ISTHMUS:-$tools/../../build/release/tools/isthmus}
trainers=${TRAINER_NODES:-1}
players=$((SLURM_JOB_NUM_NODES - trainers))
gpus=${SLURM_GPUS_ON_NODE:-0}
if [ "$trainers" -lt 1 ] || [ "$players" -lt 1 ]; then
  echo "slurm.sh: $SLURM_JOB_NUM_NODES nodes are too few to train on $trainers and play on others;" \
    "on one machine use tools/train/run.py" >&2
  exit 2
fi

"$python" "$tools/folder.py" "$dir" "$game" ${3:+--config "$3"}

# again COMMAND... - until it ends well, or the job does; what fails ten times in a row within a minute each
# is not fit to run.
again() {
  local fails=0 began
  until began=$SECONDS && "$@"; do
    fails=$((SECONDS - began < 60 ? fails + 1 : 1))
    if [ "$fails" -ge 10 ]; then
      echo "slurm.sh: gives up: $*" >&2
      return 1
    fi
    sleep 5
  done
}
export -f again

# Tasks go on where others of their step die; with no GPUs for a task there are none to be asked for.
step() { # step NODES FIRST_NODE TASKS_PER_NODE GPUS_PER_TASK COMMAND
  local gpus_of_task=()
  [ "$4" -eq 0 ] || gpus_of_task=(--gpus-per-task="$4")
  exec srun --nodes="$1" --relative="$2" --ntasks="$(($1 * $3))" --ntasks-per-node="$3" "${gpus_of_task[@]}" \
    --kill-on-bad-exit=0 --overlap --label bash -c "$5"
}

# words WORD... - quoted for bash.
words() {
  printf '%q ' "$@"
}

hosts=$(scontrol show hostnames "$SLURM_JOB_NODELIST")
head=${hosts%%$'\n'*}  # by `head -n 1` scontrol could end by SIGPIPE, and the job with it
on_node=$((gpus > 0 ? gpus : 1))
steps=()
# When one has failed for good, so has the job, and the others end.
trap 'kill "${steps[@]}" 2>/dev/null || true; wait || true' EXIT
trap 'exit 143' TERM
step "$players" "$trainers" "$on_node" "$((gpus > 0 ? 1 : 0))" \
  "again $(words "$python" "$tools/play.py" "$dir" --program "$program") --rank \$SLURM_PROCID" &
steps+=($!)
if [ "$trainers" -eq 1 ]; then
  train=("$tools/train_ranks.py" "$on_node" "$dir")
else
  train=(-m torch.distributed.run --nnodes="$trainers" --nproc_per_node="$on_node" --rdzv_backend=c10d
    --rdzv_endpoint="$head:${PORT:-29500}" --rdzv_id="$SLURM_JOB_ID" --max_restarts=100 --redirects=1 --tee=1
    "$tools/train.py" "$dir")
fi
step "$trainers" 0 1 "$gpus" "again $(words "$python" "${train[@]}")" &
steps+=($!)
step 1 0 1 0 "again $(words "$python" "$tools/gate.py" "$dir" --program "$program")" &
steps+=($!)
wait -n "${steps[@]}"
