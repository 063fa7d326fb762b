#pragma once

#include <cstdint>

#include "gpu/warp.hpp"

namespace isthmus {

// The words of one lane among the boards that its warp has in shared memory.
class LaneBoard {
 public:
  __device__ __forceinline__ LaneBoard(std::uint32_t* words, int lane)
      : bytes_(reinterpret_cast<unsigned char*>(words)),
        lane_(lane_part(static_cast<std::uint32_t>(lane))) {}

  // The word of a cell, given its cell_part().
  __device__ __forceinline__ std::uint32_t& at(std::uint32_t part) const {
    return *reinterpret_cast<std::uint32_t*>(bytes_ + (lane_ ^ part));
  }
  __device__ __forceinline__ std::uint32_t& operator[](int cell) const {
    return at(cell_part(static_cast<std::uint32_t>(cell)));
  }

  // Some cells in a row from `first` on, for indexes that the compiler knows: the addresses of
  // eight serve for all.
  class Row {
   public:
    __device__ __forceinline__ Row(const LaneBoard& board, int first) {
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        at_[i] = board.bytes_ + first * static_cast<int>(kCellBytes) +
                 (board.lane_ ^ cell_part(static_cast<std::uint32_t>(first + i) % 8) % kCellBytes);
      }
    }
    __device__ __forceinline__ std::uint32_t& operator[](int i) const {
      return *reinterpret_cast<std::uint32_t*>(at_[i % 8] + i * static_cast<int>(kCellBytes));
    }

   private:
    unsigned char* at_[8];
  };

 private:
  unsigned char* bytes_;
  std::uint32_t lane_;
};

}  // namespace isthmus
