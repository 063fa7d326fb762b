#pragma once

#include <cstdint>

#include "gpu/fills/fill_batch.hpp"
#include "gpu/fills/warp_share.hpp"

namespace isthmus {

// Sixteen cells by the words of kWords groups, 4 or 8, as the tensor cores take them: lane l has
// the words of the groups l % 4 and 4 + l % 4, each of the cells l / 4 and 8 + l / 4.
template <int kWords>
struct CellTile {
  std::uint32_t words[kWords / 2];
};

// `row` is where the words of the first four groups of the tile's cell lane % 16 are, or of the
// second four where lane / 16 is 1.
template <int kWords>
__device__ __forceinline__ CellTile<kWords> load_tile(const unsigned char* row) {
  CellTile<kWords> tile;
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(row));
  if constexpr (kWords == 8) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(tile.words[0]), "=r"(tile.words[1]), "=r"(tile.words[2]),
                   "=r"(tile.words[3])
                 : "r"(address)
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(tile.words[0]), "=r"(tile.words[1])
                 : "r"(address)
                 : "memory");
  }
  return tile;
}

// Two masks of fills: all that count, and those of them in which Black is connected; the words
// of kWords groups. As the second factor of a product of bit matrices: lanes 0 to 3 hold the first
// mask, lanes 4 to 7 the second, and the others nothing.
template <int kWords>
struct MaskTile {
  std::uint32_t words[kWords / 4];
};

// Adds to sums[0] and sums[1] the number of bits of the first cell's words under the first and
// the second mask, and to sums[2] and sums[3] those of the second cell's. The sums of the lanes
// l to l + 3, where l % 4 = 0, make up those of the cells l / 4 and 8 + l / 4.
template <int kWords>
__device__ __forceinline__ void add_products(const CellTile<kWords>& cells,
                                             const MaskTile<kWords>& masks,
                                             std::uint32_t (&sums)[4]) {
#if __CUDA_ARCH__ >= 800
  if constexpr (kWords == 8) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(cells.words[0]), "r"(cells.words[1]), "r"(cells.words[2]), "r"(cells.words[3]),
          "r"(masks.words[0]), "r"(masks.words[1]));
  } else {
    asm("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(cells.words[0]), "r"(cells.words[1]), "r"(masks.words[0]));
  }
#else
  const int from = threadIdx.x % 4;
  for (int half = 0; half < kWords / 4; ++half) {
    for (int mask = 0; mask < 2; ++mask) {
      const std::uint32_t word = __shfl_sync(kAllLanes, masks.words[half], 4 * mask + from);
      for (int cell = 0; cell < 2; ++cell) {
        sums[2 * cell + mask] +=
            static_cast<std::uint32_t>(__popc(cells.words[2 * half + cell] & word));
      }
    }
  }
#endif
}

// CellCounts, the first in the lower half.
using PackedCounts = std::uint32_t;
// How often add_counts() can be called before a half is full.
template <class Share>
inline constexpr int kMaxAdded = 0xffff / (32 * Share::kGroups);

// Adds what the warp's boards come to: `counted` and `connects` hold the masks of the lane's
// group, in the first lane of each. `counts` has room for whole tiles of cells, `board` for one
// cell more; both are in shared memory.
template <class Share, int kCells>
__device__ __forceinline__ void add_counts(const std::uint32_t* board, std::uint32_t counted,
                                           std::uint32_t connects, int lane, PackedCounts* counts) {
  constexpr int kWords = Share::kGroups < 8 ? Share::kGroups : 8;
  constexpr int kSteps = Share::kGroups / kWords;
  MaskTile<kWords> masks[kSteps];
#pragma unroll
  for (int k = 0; k < kSteps; ++k) {
#pragma unroll
    for (int half = 0; half < kWords / 4; ++half) {
      const int from = kWords * k + 4 * half + lane % 4;
      const std::uint32_t all = __shfl_sync(kAllLanes, counted, from);
      const std::uint32_t some = __shfl_sync(kAllLanes, connects, from);
      masks[k].words[half] = lane < 4 ? all : lane < 8 ? some : 0;
    }
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(board);
  const int half = kWords == 8 ? lane / 16 : 0;
  // Cells are as far from each other in all tiles, so all but the last start from one address.
  const unsigned char* rows = bytes + Share::group_part(4 * half) + Share::cell_part(lane % 16);
  // Where a lane has registers enough, the products of all tiles overlap.
  constexpr int kTiles = Share::kSharers == 1 ? (kCells + 15) / 16 : 1;
#pragma unroll 4
  for (int begin = 0; begin < kCells; begin += 16 * kTiles) {
    std::uint32_t sums[kTiles][4] = {};
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
      const int first = begin + 16 * tile;
      const unsigned char* row = rows + Share::cell_part(first);
      if (first + 15 > kCells) row -= Share::cell_part(max(first + lane % 16 - kCells, 0));
#pragma unroll
      for (int k = 0; k < kSteps; ++k) {
        add_products(load_tile<kWords>(row + Share::group_part(kWords * k)), masks[k], sums[tile]);
      }
#if __CUDA_ARCH__ < 800
      for (std::uint32_t& sum : sums[tile]) {
        sum += __shfl_xor_sync(kAllLanes, sum, 1);
        sum += __shfl_xor_sync(kAllLanes, sum, 2);
      }
#endif
    }
    if (lane % 4 == 0) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        PackedCounts* first = counts + begin + 16 * tile + lane / 4;
        first[0] += sums[tile][0] + (sums[tile][1] << 16);
        first[8] += sums[tile][2] + (sums[tile][3] << 16);
      }
    }
  }
}

}  // namespace isthmus
