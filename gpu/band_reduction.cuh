#pragma once

#include <cstdint>

#include "engine/word.hpp"
#include "gpu/lane_board.cuh"

namespace isthmus {

// majority_reduction() for larger boards, in bands of kBand levels: row by row from the bottom, a
// row is taken down by a whole band of levels with the help of the row below it, of which
// registers hold all levels of the band. So a word goes to shared memory once a band, not once a
// level. The board is the left part of a rhombus with kColumns columns.
template <int kColumns, int kBand>
class BandReduction {
 public:
  // `saved`, in global memory, has room for the words of all cells of all lanes, and is the
  // lane's word of the first cell.
  __device__ __forceinline__ BandReduction(const LaneBoard& board, std::uint32_t* saved, int rows)
      : board_(board), saved_(saved), rows_(rows) {}

  // The board is as before at the end.
  __device__ __forceinline__ std::uint32_t operator()(int side) {
#pragma unroll 1
    for (int row = 0; row < rows_; ++row) {
      const LaneBoard::Row words(board_, row * kColumns);
#pragma unroll
      for (int j = 0; j < kColumns; ++j) saved_[(row * kColumns + j) * kWarpLanes] = words[j];
    }
#pragma unroll 1
    for (int level = side - 2; level >= 0; level -= kBand) reduce_band(level);
    const std::uint32_t winner = board_[0];
#pragma unroll 1
    for (int row = 0; row < rows_; ++row) {
      const LaneBoard::Row words(board_, row * kColumns);
      std::uint32_t values[kColumns];
#pragma unroll
      for (int j = 0; j < kColumns; ++j) values[j] = saved_[(row * kColumns + j) * kWarpLanes];
#pragma unroll
      for (int j = 0; j < kColumns; ++j) words[j] = values[j];
    }
    return winner;
  }

 private:
  static constexpr int kSlots = kBand + 1;

  // Takes the board down to `level` and on, kBand levels or to the end.
  __device__ __forceinline__ void reduce_band(int level) {
    // Black lies below the last row, and no matter what below the last that is needed.
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) {
#pragma unroll
      for (int j = 0; j < kColumns; ++j) slots_[slot][j] = ~0u;
    }
    int row = min(rows_ - 1, level + 1);
#pragma unroll 1
    while (row >= 0) reduce_rows<kSlots - 1>(row, level);
  }

  // The row in hand, after t levels, comes to lie where the row below it lay after t: so a row
  // begins one slot before that which the one below it began with, and nothing is moved. After
  // kSlots rows all is as at first.
  template <int kPhase>
  __device__ __forceinline__ void reduce_rows(int& row, int level) {
    if (row < 0) return;
    const LaneBoard::Row words(board_, row * kColumns);
    const int needed = level + 2 - row;  // columns, before this band
    if (needed <= kColumns / 3) {
      reduce_row<kPhase, kColumns / 3>(words, level);
    } else if (needed <= 2 * kColumns / 3) {
      reduce_row<kPhase, 2 * kColumns / 3>(words, level);
    } else {
      reduce_row<kPhase, kColumns>(words, level);
    }
    --row;
    if constexpr (kPhase > 0) reduce_rows<kPhase - 1>(row, level);
  }

  // Takes the first kUsed columns of a row down by the band.
  template <int kPhase, int kUsed>
  __device__ __forceinline__ void reduce_row(const LaneBoard::Row& words, int level) {
#pragma unroll
    for (int j = 0; j < kUsed; ++j) slots_[kPhase][j] = words[j];
#pragma unroll
    for (int t = 1; t <= kBand; ++t) {
      std::uint32_t(&from)[kColumns] = slots_[(kPhase + t - 1) % kSlots];
      std::uint32_t(&to)[kColumns] = slots_[(kPhase + t) % kSlots];
      if (level + 1 - t < 0) {  // the end: hands the result on
        to[0] = from[0];
      } else {
#pragma unroll
        for (int j = 0; j < kUsed; ++j) {
          const std::uint32_t right = j + 1 < kColumns ? from[j + 1] : 0u;
          to[j] = majority(from[j], to[j], right);
        }
      }
    }
#pragma unroll
    for (int j = 0; j < kUsed; ++j) {
      words[j] = slots_[(kPhase + kBand) % kSlots][j];
    }
  }

  LaneBoard board_;
  std::uint32_t* saved_;
  int rows_;
  std::uint32_t slots_[kSlots][kColumns];
};

}  // namespace isthmus
