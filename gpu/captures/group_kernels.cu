#include "gpu/captures/capture_tally.cuh"
#include "gpu/captures/group_kernels.hpp"
#include "gpu/captures/group_lane.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

namespace {

// Of two warps, which share their counts: a smaller share of what boards leave of a
// multiprocessor's memory than with one, and more blocks fit than with four.
inline constexpr int kGroupThreads = 2 * kWarpLanes;
// The number of lanes that take stones in a round; where none has a move to choose, all that have
// some do.
inline constexpr int kTakers = 8;

template <class Shape>
struct GroupMemory {
  using Board = GroupBoard<Shape, kWarpLanes>;
  using Tally = CaptureTally<Shape, true>;
  static constexpr int kImageWords = static_cast<int>(group_image_words(Shape::kSide));

  // Of the lanes of a warp.
  struct Boards {
    std::uint32_t sets[Board::kSets * kWarpLanes];
    std::uint16_t cells[Board::kCellWords * kWarpLanes];

    __device__ Board of(int lane) { return Board(cells + lane, sets + lane); }
  };
  Boards boards[kGroupThreads / kWarpLanes];
  Tally tally;
  std::uint16_t image[kImageWords];

  __device__ void read(const std::uint16_t* task_image) {
    for (unsigned i = threadIdx.x; i < kImageWords; i += blockDim.x) image[i] = task_image[i];
    __syncthreads();
  }
  __device__ int ko() const { return image[kImageWords - 1]; }

  // By all lanes of a warp, for those in `lanes`, one after the other.
  __device__ void begin(Boards& warp, unsigned lanes) const {
    const int number = static_cast<int>(threadIdx.x) % kWarpLanes;
    __syncwarp();
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = __ffs(static_cast<int>(lanes)) - 1;
      for (int cell = number; cell < Board::kCellWords; cell += kWarpLanes) {
        warp.cells[cell * kWarpLanes + lane] = image[cell];
      }
      for (int i = number; i < Board::kSets; i += kWarpLanes) {
        const std::uint16_t* halves = image + Board::kCellWords + 2 * i;
        warp.sets[i * kWarpLanes + lane] = halves[0] | std::uint32_t{halves[1]} << 16;
      }
    }
    __syncwarp();
  }
  __device__ void count(Boards& warp, unsigned ended, std::uint32_t entry) {
    const int number = static_cast<int>(threadIdx.x) % kWarpLanes;
    __syncwarp();
    for (; ended != 0; ended &= ended - 1) {
      const int lane = __ffs(static_cast<int>(ended)) - 1;
      const std::uint32_t its_entry = __shfl_sync(kAllLanes, entry, lane);
      const Board board = warp.of(lane);
      for (int cell = number; cell < Board::kCells; cell += kWarpLanes) {
        const auto colour = board.colour(cell);
        if (colour == Board::black) atomicAdd(&tally.black[cell], its_entry);
        if (colour == Board::white) atomicAdd(&tally.white[cell], its_entry);
      }
    }
  }
};

template <class Shape>
__global__ void __launch_bounds__(kGroupThreads) play_by_groups(const CaptureBatch batch) {
  using Memory = GroupMemory<Shape>;
  using Lane = GroupLane<Shape, kWarpLanes>;
  using Phase = typename Lane::Phase;
  extern __shared__ std::uint32_t shared[];
  auto& memory = *reinterpret_cast<Memory*>(shared);
  auto& tally = memory.tally;
  tally.begin(batch);
  const std::uint32_t task = tally.part.task;
  memory.read(batch.images + task * Memory::kImageWords);
  const std::uint64_t key = batch.tasks[task].key;
  const bool is_white = batch.tasks[task].is_white != 0;

  auto& boards = memory.boards[threadIdx.x / kWarpLanes];
  Lane lane(boards.of(static_cast<int>(threadIdx.x) % kWarpLanes));
  bool has_played = false;
  for (;;) {
    if (__any_sync(kAllLanes, lane.phase == Phase::ended)) {
      memory.count(boards, __ballot_sync(kAllLanes, lane.phase == Phase::ended && has_played),
                   tally.entry(lane.black_points));
      std::uint32_t playout = 0;
      if (lane.phase == Phase::ended) {
        if (has_played) tally.count(lane.black_points);
        playout = atomicAdd(&tally.next, 1);
        if (playout >= tally.part.playouts) lane.phase = Phase::idle;
      }
      memory.begin(boards, __ballot_sync(kAllLanes, lane.phase == Phase::ended));
      if (lane.phase == Phase::ended) {
        lane.begin(key, tally.part.first + playout, is_white, memory.ko());
        has_played = true;
      }
      if (__all_sync(kAllLanes, lane.phase == Phase::idle)) break;
    }
    const unsigned takers = __ballot_sync(kAllLanes, lane.phase == Phase::take);
    const bool chooses = __any_sync(kAllLanes, lane.phase == Phase::choose);
    lane.play(__popc(takers) >= kTakers || !chooses);
    __syncwarp();
  }
  tally.hand_over(batch);
}

}  // namespace

CaptureKernel group_kernel(int side) {
  return with_capture_shape(side, [](auto shape) {
    using Shape = decltype(shape);
    if constexpr (plays_by_groups(Shape::kSide)) {
      return CaptureKernel{reinterpret_cast<const void*>(play_by_groups<Shape>), kGroupThreads,
                           sizeof(GroupMemory<Shape>)};
    } else {
      return CaptureKernel{};
    }
  });
}

}  // namespace isthmus
