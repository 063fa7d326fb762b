#pragma once

#include <array>

#include "gpu/playout/board_sides.hpp"
#include "gpu/playout/fill_batch.hpp"

namespace isthmus {

// By side, as in kUnsharedSides and kSharedSides.
std::array<TallyKernel, kUnsharedSides.size()> unshared_kernels();
std::array<TallyKernel, kSharedSides.size()> shared_kernels();

}  // namespace isthmus
