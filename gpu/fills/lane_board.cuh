#pragma once

#include <cstdint>
#include <type_traits>

#include "gpu/fills/warp_share.hpp"

namespace isthmus {

// A cell_part() in memory: a word where a lane draws its groups alone, so that it reads four at a
// time.
template <class Share>
using CellPart = std::conditional_t<Share::kSharers == 1, std::uint32_t, std::uint16_t>;

// How many parts of no matter what follow those of the cells: some are read ahead.
template <class Share>
inline constexpr int kPartsBeyond = Share::kSharers == 1 ? 7 : 2 * Share::kSharers - 1;

// The words of one lane's group among the boards that its warp has in shared memory.
template <class Share>
class LaneBoard {
 public:
  __device__ __forceinline__ LaneBoard(std::uint32_t* words, int lane)
      : bytes_(reinterpret_cast<unsigned char*>(words) + Share::group_part(Share::group(lane))) {}

  // The word of a cell, given its cell_part().
  __device__ __forceinline__ std::uint32_t& at(std::uint32_t part) const {
    return *reinterpret_cast<std::uint32_t*>(bytes_ + part);
  }
  __device__ __forceinline__ std::uint32_t& operator[](int cell) const {
    return at(Share::cell_part(cell));
  }

  // Every kStep-th cell from `first` on, by one address. For groups that lanes share.
  template <int kStep>
  class Column {
   public:
    static_assert(Share::kSharers > 1);

    __device__ __forceinline__ Column(const LaneBoard& board, int first)
        : bytes_(board.bytes_ + Share::cell_part(first)) {}

    __device__ __forceinline__ std::uint32_t& operator[](int i) const {
      return *reinterpret_cast<std::uint32_t*>(bytes_ + i * kStep * Share::kCellBytes);
    }

   private:
    unsigned char* bytes_;
  };

 private:
  unsigned char* bytes_;
};

}  // namespace isthmus
