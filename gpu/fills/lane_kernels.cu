#include "gpu/fills/tally_kernel.cuh"
#include "gpu/fills/tally_kernels.hpp"

namespace isthmus {

std::array<TallyKernel, kLaneSides.size()> lane_kernels() {
  return []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array{make_tally_kernel<BoardShape<kLaneSides[kIndex]>>()...};
  }
  (std::make_index_sequence<kLaneSides.size()>());
}

}  // namespace isthmus
