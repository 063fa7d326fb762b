#pragma once

#include <array>

#include "gpu/fills/board_sides.hpp"
#include "gpu/fills/fill_batch.hpp"

namespace isthmus {

// By side, as in kLaneSides and kLaneGroupSides.
std::array<TallyKernel, kLaneSides.size()> lane_kernels();
std::array<TallyKernel, kLaneGroupSides.size()> lane_group_kernels();

}  // namespace isthmus
