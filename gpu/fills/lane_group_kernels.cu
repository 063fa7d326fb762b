#include "gpu/fills/tally_kernel.cuh"
#include "gpu/fills/tally_kernels.hpp"

namespace isthmus {

std::array<TallyKernel, kLaneGroupSides.size()> lane_group_kernels() {
  return []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array{make_tally_kernel<BoardShape<kLaneGroupSides[kIndex]>>()...};
  }
  (std::make_index_sequence<kLaneGroupSides.size()>());
}

}  // namespace isthmus
