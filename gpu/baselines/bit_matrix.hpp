#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// Turns a matrix of 32 x 32 bits round: bit c of word r becomes bit r of word c. By halves, then
// quarters and so on: of each four square blocks the upper right and the lower left change places.
template <int kBlock = 16>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void transpose(std::uint32_t (&rows)[32]) {
  if constexpr (kBlock > 0) {
    constexpr std::uint32_t kLower = ~0u / ((1u << kBlock) + 1);  // the lower bits of each block
    for (int r = 0; r < 32; ++r) {
      if ((r & kBlock) != 0) continue;
      const std::uint32_t above = rows[r];
      const std::uint32_t below = rows[r + kBlock];
#ifdef __CUDA_ARCH__
      if constexpr (kBlock >= 8) {  // whole bytes
        rows[r] = __byte_perm(above, below, kBlock == 16 ? 0x5410 : 0x6240);
        rows[r + kBlock] = __byte_perm(above, below, kBlock == 16 ? 0x7632 : 0x7351);
        continue;
      }
#endif
      rows[r] = (above & kLower) | ((below << kBlock) & ~kLower);
      rows[r + kBlock] = ((above >> kBlock) & kLower) | (below & ~kLower);
    }
    transpose<kBlock / 2>(rows);
  }
}

}  // namespace isthmus
