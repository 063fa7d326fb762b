#pragma once

#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/group_image.hpp"

namespace isthmus {

// The kernel of a side of plays_by_groups().
CaptureKernel group_kernel(int side);

}  // namespace isthmus
