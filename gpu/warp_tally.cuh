#pragma once

#include <cstdint>

#include "gpu/fill_batch.hpp"
#include "gpu/warp.hpp"

namespace isthmus {

// Sixteen cells by the words of eight lanes, as the tensor cores take them: lane l has the words
// of lanes l % 4 and 4 + l % 4, of the cells l / 4 and 8 + l / 4.
struct CellTile {
  std::uint32_t words[4];
};

// `row` is where the words of the first four lanes of the tile's cell lane % 16 are, or of the
// second four where lane / 16 is 1.
__device__ __forceinline__ CellTile load_tile(const unsigned char* row) {
  CellTile tile;
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(tile.words[0]), "=r"(tile.words[1]), "=r"(tile.words[2]), "=r"(tile.words[3])
               : "r"(address)
               : "memory");
  return tile;
}

// Two masks of fills: all that count, and those of them in which Black is connected; the words
// of eight lanes. As the second factor of a product of bit matrices: lanes 0 to 3 hold the first
// mask, lanes 4 to 7 the second, and the others nothing.
struct MaskTile {
  std::uint32_t words[2];
};

// Adds to sums[0] and sums[1] the number of bits of the first cell's words under the first and
// the second mask, and to sums[2] and sums[3] those of the second cell's. The sums of the lanes
// l to l + 3, where l % 4 = 0, make up those of the cells l / 4 and 8 + l / 4.
__device__ __forceinline__ void add_products(const CellTile& cells, const MaskTile& masks,
                                             std::uint32_t (&sums)[4]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(cells.words[0]), "r"(cells.words[1]), "r"(cells.words[2]), "r"(cells.words[3]),
        "r"(masks.words[0]), "r"(masks.words[1]));
#else
  const int from = threadIdx.x % 4;
  for (int mask = 0; mask < 2; ++mask) {
    const std::uint32_t first = __shfl_sync(kAllLanes, masks.words[0], 4 * mask + from);
    const std::uint32_t second = __shfl_sync(kAllLanes, masks.words[1], 4 * mask + from);
    for (int cell = 0; cell < 2; ++cell) {
      sums[2 * cell + mask] += static_cast<std::uint32_t>(__popc(cells.words[cell] & first) +
                                                          __popc(cells.words[2 + cell] & second));
    }
  }
#endif
}

// Adds what the warp's boards come to: `counted` and `connects` hold the lane's masks. `counts`
// has room for whole tiles of cells, `board` for one cell more; both are in shared memory.
template <int kCells>
__device__ __forceinline__ void add_counts(const std::uint32_t* board, std::uint32_t counted,
                                           std::uint32_t connects, int lane, CellCounts* counts) {
  constexpr int kSteps = kWarpLanes / 8;
  MaskTile masks[kSteps];
#pragma unroll
  for (int k = 0; k < kSteps; ++k) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int from = 8 * k + 4 * half + lane % 4;
      const std::uint32_t all = __shfl_sync(kAllLanes, counted, from);
      const std::uint32_t some = __shfl_sync(kAllLanes, connects, from);
      masks[k].words[half] = lane < 4 ? all : lane < 8 ? some : 0;
    }
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(board);
#pragma unroll 4
  for (int first = 0; first < kCells; first += 16) {
    const std::uint32_t row = cell_part(static_cast<std::uint32_t>(min(first + lane % 16, kCells)));
    std::uint32_t sums[4] = {};
#pragma unroll
    for (int k = 0; k < kSteps; ++k) {
      const std::uint32_t part = lane_part(static_cast<std::uint32_t>(8 * k + lane / 16 * 4));
      add_products(load_tile(bytes + (row ^ part)), masks[k], sums);
    }
#if __CUDA_ARCH__ < 800
    for (std::uint32_t& sum : sums) {
      sum += __shfl_xor_sync(kAllLanes, sum, 1);
      sum += __shfl_xor_sync(kAllLanes, sum, 2);
    }
#endif
    if (lane % 4 == 0) {
      CellCounts& low = counts[first + lane / 4];
      CellCounts& high = counts[first + 8 + lane / 4];
      low = {low.black + sums[0], low.black_and_connects + sums[1]};
      high = {high.black + sums[2], high.black_and_connects + sums[3]};
    }
  }
}

}  // namespace isthmus
