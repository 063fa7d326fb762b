#include "gpu/device/cuda_error.hpp"
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

// By the rules of a class of tree_rules.cuh.
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

void start_tree_step(const TreeTask& task, TreeRule rule, const Stream& stream) {
  switch (rule) {
    case TreeRule::connection:
      return start_step_by<ConnectionLanes>(task, stream);
    case TreeRule::shapes:
      return start_step_by<ShapeLanes>(task, stream);
  }
}

}  // namespace isthmus
