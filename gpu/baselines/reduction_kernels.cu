#include <algorithm>
#include <array>
#include <utility>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/connection_kernels.hpp"
#include "gpu/baselines/row_reduction.hpp"
#include "gpu/fills/board_sides.hpp"
#include "gpu/fills/register_reduction.cuh"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

// A board as run_reductions() has it.
struct BoardSize {
  int rows;
  int columns;
  int side;
};

// The boards of a thread, 32 at a time, a word a cell. They fill the rhombus of kSide x kSide, or
// else its top left part.
template <int kSide, bool kWhole>
__global__ void cell_reductions(BaselineRun run, BoardSize size, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  std::uint32_t connected = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t cells[kSide * kSide];
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int j = 0; j < kSide; ++j) {
        std::uint32_t& cell = cells[i * kSide + j];
        if (kWhole || (i < size.rows && j < size.columns)) {
          cell = next();
        } else {
          cell = i < size.rows ? 0 : ~0u;
        }
      }
    }
    reduce_levels<kSide, 2 * kSide - 3>(cells, kWhole ? 2 * kSide - 1 : size.side);
    connected += static_cast<std::uint32_t>(__popc(cells[0]));
  }
  add_total(connected, total);
}

// The boards of a thread, kBoards at a time, by rows, of which there are more than kFewer.
template <int kRows, int kFewer, int kBoards>
__global__ void row_reductions(BaselineRun run, BoardSize size, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  std::uint32_t last_columns[kRowWords];
#pragma unroll
  for (int k = 0; k < kRowWords; ++k) {
    const int columns = (size.columns - k + kRowWords - 1) / kRowWords;
    last_columns[k] = static_cast<std::uint32_t>(std::uint64_t{1} << (32 - kBoards * columns));
  }
  std::uint32_t connected = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t words[kRows][kRowWords];
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
#pragma unroll
      for (int k = 0; k < kRowWords; ++k) {
        words[i][k] = i <= kFewer || i < size.rows ? next() * last_columns[k] : ~0u;
      }
    }
    const std::uint32_t winners = RowReduction<kRows, kBoards>::run(words, size.side);
    connected += static_cast<std::uint32_t>(__popc(winners >> (32 - kBoards)));
  }
  add_total(connected, total);
}

using Kernel = void (*)(BaselineRun, BoardSize, std::uint64_t*);

struct CellKernels {
  Kernel whole;
  Kernel part;  // none where parts are reduced by rows
};

template <int kSide>
constexpr CellKernels cell_kernels() {
  if constexpr (is_reduced_by_cells(kSide, kSide, kSide)) {
    return {cell_reductions<kSide, true>, cell_reductions<kSide, false>};
  } else {
    return {cell_reductions<kSide, true>, nullptr};
  }
}

constexpr auto kCellReductions = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
  return std::array{cell_kernels<kRegisterSides[kIndex]>()...};
}
(std::make_index_sequence<kRegisterSides.size()>());

template <int kBoards>
constexpr auto kRowReductions = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
  return std::array<Kernel, sizeof...(kIndex)>{row_reductions < kReducedRows[kIndex],
                                               kIndex == 0 ? 0 : kReducedRows[kIndex - 1],
                                               kBoards > ...};
}
(std::make_index_sequence<kReducedRows.size()>());

Kernel cell_kernel(const BoardSize& size) {
  std::size_t index = 0;
  while (kRegisterSides[index] < std::max(size.rows, size.columns)) ++index;
  const int side = kRegisterSides[index];
  const bool is_whole = size.rows == side && size.columns == side && size.side == 2 * side - 1;
  return is_whole ? kCellReductions[index].whole : kCellReductions[index].part;
}

Kernel row_kernel(const BoardSize& size) {
  std::size_t index = 0;
  while (kReducedRows[index] < size.rows) ++index;
  switch (boards_a_row(size.columns)) {
    case 2:
      return kRowReductions<2>[index];
    case 4:
      return kRowReductions<4>[index];
    default:
      return kRowReductions<8>[index];
  }
}

}  // namespace

ReductionTotals run_reductions(int rows, int columns, int side, const BaselineRun& run) {
  const BoardSize size{rows, columns, side};
  const bool by_cells = is_reduced_by_cells(rows, columns, side);
  const Kernel kernel = by_cells ? cell_kernel(size) : row_kernel(size);
  const int boards = by_cells ? 32 : boards_a_row(columns);
  return {run_baseline_kernel<1>(kernel, run, size)[0],
          std::uint64_t{run.threads} * run.rounds * static_cast<std::uint64_t>(boards)};
}

}  // namespace isthmus
