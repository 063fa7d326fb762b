#include "gpu/device/cuda_error.hpp"
#include "gpu/tree/tree_captures.cuh"
#include "gpu/tree/tree_kernels.hpp"
#include "gpu/tree/tree_player.cuh"

namespace isthmus {

namespace {

// Of a block; each has a game.
constexpr int kWarps = 4;

__global__ void begin_games(const TreeTask task, const TreeBegin* begun) {
  const TreeBegin& game = begun[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x);
  TreeStones& stones = task.stones[game.number];
  stones.rows[0][lane] = game.stones.rows[0][lane];
  stones.rows[1][lane] = game.stones.rows[1][lane];
  if (lane == 0) task.slots[game.number] = game.slot;
}

__global__ void begin_pasts(const TreeTask task, const TreeBegin* begun, const TreeBeginPast* pasts,
                            const std::uint64_t* keys) {
  const std::uint32_t number = begun[blockIdx.x].number;
  const TreeBeginPast& game = pasts[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x);
  TreePast& past = task.pasts[number];
  past.taken[0][lane] = game.past.taken[0][lane];
  past.taken[1][lane] = game.past.taken[1][lane];
  if (lane == 0) past.key_count = game.past.key_count;
  std::uint64_t* const to = task.keys + std::size_t{number} * task.key_room();
  for (auto i = static_cast<std::uint32_t>(lane); i < game.past.key_count; i += kWarpLanes) {
    to[i] = keys[game.first_key + i];
  }
}

template <class Lanes>
__global__ void __launch_bounds__(kWarps* kWarpLanes) tree_step(const TreeTask task) {
  extern __shared__ std::uint64_t scratch[];
  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  const unsigned warp = threadIdx.x / kWarpLanes;
  const std::uint32_t slot = blockIdx.x * kWarps + warp;
  if (slot >= task.slot_count) return;
  TreePlayer<Lanes> player(task, slot, lane, scratch + warp * task.stride);
  const bool is_asking = player.step();
  if (is_asking && lane == 0) atomicAdd(&task.counts->evaluations, 1U);
}

// By the rules of a class of tree_rules.cuh, or of CaptureLanes.
template <class Lanes>
void start_step_by(const TreeTask& task, const Stream& stream) {
  const std::size_t shared_bytes = sizeof(std::uint64_t) * kWarps * task.stride;
  tree_step<Lanes><<<(task.slot_count + kWarps - 1) / kWarps, kWarps * kWarpLanes, shared_bytes,
                     stream.get()>>>(task);
  check_cuda(cudaGetLastError(), "start a kernel");
}

}  // namespace

void start_begin_games(const TreeTask& task, const TreeBegin* begun, std::uint32_t count,
                       const Stream& stream) {
  begin_games<<<count, kWarpLanes, 0, stream.get()>>>(task, begun);
  check_cuda(cudaGetLastError(), "start a kernel");
}

void start_begin_pasts(const TreeTask& task, const TreeBegin* begun, const TreeBeginPast* pasts,
                       const std::uint64_t* keys, std::uint32_t count, const Stream& stream) {
  begin_pasts<<<count, kWarpLanes, 0, stream.get()>>>(task, begun, pasts, keys);
  check_cuda(cudaGetLastError(), "start a kernel");
}

void start_tree_step(const TreeTask& task, TreeRule rule, const Stream& stream) {
  switch (rule) {
    case TreeRule::connection:
      return start_step_by<ConnectionLanes>(task, stream);
    case TreeRule::shapes:
      return start_step_by<ShapeLanes>(task, stream);
    case TreeRule::captures:
      return start_step_by<CaptureLanes>(task, stream);
  }
}

}  // namespace isthmus
