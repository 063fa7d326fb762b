#pragma once

#include <array>

#include "gpu/board_sides.hpp"
#include "gpu/fill_batch.hpp"

namespace isthmus {

// By side, as in kRegisterSides and kBandSides.
std::array<TallyKernel, kRegisterSides.size()> register_kernels();
std::array<TallyKernel, kBandSides.size()> band_kernels();

}  // namespace isthmus
