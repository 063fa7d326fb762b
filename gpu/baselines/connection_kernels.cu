#include <array>
#include <utility>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/connection_kernels.hpp"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

// Sweeps, for a grid of kSide x kSide whose rows are in registers.
template <Neighbourhood kNeighbourhood, int kSide>
class RegisterSweeps {
 public:
  __device__ __forceinline__ void start(Generator& next) {
#pragma unroll
    for (int r = 0; r < kSide; ++r) {
      occupied_[r] = next() & (~0u >> (32 - kSide));
      reached_[r] = 0;
    }
    reached_[0] = occupied_[0];
    changed_ = ~0u;
  }

  __device__ __forceinline__ bool connected() const { return reached_[kSide - 1] != 0; }
  __device__ __forceinline__ bool finished() const { return connected() || changed_ == 0; }

  __device__ __forceinline__ void sweep() {
    changed_ = 0;
#pragma unroll
    for (int r = 1; r < kSide; ++r) {
      const std::uint32_t old = reached_[r];
      std::uint32_t now = old | old << 1 | old >> 1;
      now |= touched_from_above(kNeighbourhood, reached_[r - 1]);
      if (r + 1 < kSide) now |= touched_from_below(kNeighbourhood, reached_[r + 1]);
      reached_[r] = now & occupied_[r];
      changed_ |= reached_[r] ^ old;
    }
  }

 private:
  std::uint32_t occupied_[kSide];
  std::uint32_t reached_[kSide];
  std::uint32_t changed_;
};

// What the sweeps of a thread come to.
struct ThreadCounts {
  std::uint32_t connected = 0;
  std::uint32_t sweeps = 0;

  __device__ __forceinline__ void add_to(std::uint64_t* totals) const {
    add_total(connected, totals);
    add_total(sweeps, totals + 1);
  }
};

template <Neighbourhood kNeighbourhood, int kSide>
__global__ void natural_sweeps(BaselineRun run, std::uint64_t* totals) {
  Generator next(FillKeys(run.seed), thread_number());
  ThreadCounts counts;
  RegisterSweeps<kNeighbourhood, kSide> sweeps;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    sweeps.start(next);
    for (; !sweeps.finished(); ++counts.sweeps) sweeps.sweep();
    counts.connected += sweeps.connected();
  }
  counts.add_to(totals);
}

template <Neighbourhood kNeighbourhood, int kSide>
__global__ void reordered_sweeps(BaselineRun run, std::uint64_t* totals) {
  Generator next(FillKeys(run.seed), thread_number());
  ThreadCounts counts;
  RegisterSweeps<kNeighbourhood, kSide> sweeps;
  sweeps.start(next);
  for (std::uint32_t left = run.rounds; left > 0;) {
    sweeps.sweep();
    ++counts.sweeps;
    if (sweeps.finished()) {
      counts.connected += sweeps.connected();
      sweeps.start(next);
      --left;
    }
  }
  counts.add_to(totals);
}

struct Kernels {
  void (*natural)(BaselineRun, std::uint64_t*);
  void (*reordered)(BaselineRun, std::uint64_t*);
};

constexpr int kSmallest = 8;

template <Neighbourhood kNeighbourhood>
constexpr auto kKernels = []<int... kSides>(std::integer_sequence<int, kSides...>) {
  return std::array{Kernels{natural_sweeps<kNeighbourhood, kSmallest + kSides>,
                            reordered_sweeps<kNeighbourhood, kSmallest + kSides>}...};
}
(std::make_integer_sequence<int, 32 - kSmallest + 1>());

const Kernels& kernels(Neighbourhood neighbourhood, int side) {
  const auto index = static_cast<std::size_t>(side - kSmallest);
  switch (neighbourhood) {
    case Neighbourhood::hexagonal:
      return kKernels<Neighbourhood::hexagonal>.at(index);
    case Neighbourhood::four:
      return kKernels<Neighbourhood::four>.at(index);
    default:
      return kKernels<Neighbourhood::eight>.at(index);
  }
}

}  // namespace

SweepTotals run_natural_sweeps(Neighbourhood neighbourhood, int side, const BaselineRun& run) {
  const auto totals = run_baseline_kernel<2>(kernels(neighbourhood, side).natural, run);
  return {totals[0], totals[1]};
}

SweepTotals run_reordered_sweeps(Neighbourhood neighbourhood, int side, const BaselineRun& run) {
  const auto totals = run_baseline_kernel<2>(kernels(neighbourhood, side).reordered, run);
  return {totals[0], totals[1]};
}

}  // namespace isthmus
