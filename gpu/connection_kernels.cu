#include <array>
#include <stdexcept>
#include <utility>

#include "engine/xorwow.hpp"
#include "gpu/board_sides.hpp"
#include "gpu/register_reduction.cuh"
#include "gpu/seed_launch.cuh"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

// Sweeps, for a hexagonal grid of kSide x kSide whose rows are in registers.
template <int kSide>
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
      const std::uint32_t above = reached_[r - 1];
      std::uint32_t now = old | old << 1 | old >> 1 | above | above >> 1;
      if (r + 1 < kSide) now |= reached_[r + 1] | reached_[r + 1] << 1;
      reached_[r] = now & occupied_[r];
      changed_ |= reached_[r] ^ old;
    }
  }

 private:
  std::uint32_t occupied_[kSide];
  std::uint32_t reached_[kSide];
  std::uint32_t changed_;
};

template <int kSide>
__global__ void natural_sweeps(SeedRun run, std::uint64_t* totals) {
  Generator next(FillKeys(run.seed), thread_number());
  std::uint32_t connected = 0;
  std::uint32_t count = 0;
  RegisterSweeps<kSide> sweeps;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    sweeps.start(next);
    for (; !sweeps.finished(); ++count) sweeps.sweep();
    connected += sweeps.connected();
  }
  add_total(connected, totals);
  add_total(count, totals + 1);
}

template <int kSide>
__global__ void reordered_sweeps(SeedRun run, std::uint64_t* totals) {
  Generator next(FillKeys(run.seed), thread_number());
  std::uint32_t connected = 0;
  std::uint32_t count = 0;
  RegisterSweeps<kSide> sweeps;
  sweeps.start(next);
  for (std::uint32_t left = run.rounds; left > 0;) {
    sweeps.sweep();
    ++count;
    if (sweeps.finished()) {
      connected += sweeps.connected();
      sweeps.start(next);
      --left;
    }
  }
  add_total(connected, totals);
  add_total(count, totals + 1);
}

template <int kSide>
__global__ void reductions(SeedRun run, std::uint64_t* totals) {
  Generator next(FillKeys(run.seed), thread_number());
  std::uint32_t connected = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t cells[kSide * kSide];
#pragma unroll
    for (std::uint32_t& cell : cells) cell = next();
    reduce_levels<kSide, 2 * kSide - 3>(cells, 2 * kSide - 1);
    connected += static_cast<std::uint32_t>(__popc(cells[0]));
  }
  add_total(connected, totals);
}

using Kernel = void (*)(SeedRun, std::uint64_t*);

constexpr int kSmallest = 8;

template <int... kSides>
constexpr auto natural_kernels(std::integer_sequence<int, kSides...>) {
  return std::array<Kernel, sizeof...(kSides)>{natural_sweeps<kSmallest + kSides>...};
}
template <int... kSides>
constexpr auto reordered_kernels(std::integer_sequence<int, kSides...>) {
  return std::array<Kernel, sizeof...(kSides)>{reordered_sweeps<kSmallest + kSides>...};
}
template <std::size_t... kIndex>
constexpr auto reduction_kernels(std::index_sequence<kIndex...>) {
  return std::array<Kernel, sizeof...(kIndex)>{reductions<kRegisterSides[kIndex]>...};
}

constexpr auto kSides = std::make_integer_sequence<int, 32 - kSmallest + 1>();
constexpr auto kNatural = natural_kernels(kSides);
constexpr auto kReordered = reordered_kernels(kSides);
constexpr auto kReductions = reduction_kernels(std::make_index_sequence<kRegisterSides.size()>());

SweepTotals run_sweeps(Kernel kernel, const SeedRun& run) {
  const auto totals = run_seed_kernel<2>(kernel, run);
  return {totals[0], totals[1]};
}

}  // namespace

SweepTotals run_natural_sweeps(int side, const SeedRun& run) {
  return run_sweeps(kNatural.at(static_cast<std::size_t>(side - kSmallest)), run);
}

SweepTotals run_reordered_sweeps(int side, const SeedRun& run) {
  return run_sweeps(kReordered.at(static_cast<std::size_t>(side - kSmallest)), run);
}

std::uint64_t run_reductions(int side, const SeedRun& run) {
  for (std::size_t i = 0; i < kRegisterSides.size(); ++i) {
    if (kRegisterSides[i] == side) return run_seed_kernel<1>(kReductions[i], run)[0];
  }
  throw std::invalid_argument("no reduction kernel for side " + std::to_string(side));
}

}  // namespace isthmus
