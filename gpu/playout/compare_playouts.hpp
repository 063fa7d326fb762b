#pragma once

#include <span>

#include "engine/captures/capture_task.hpp"
#include "engine/fills/fill_task.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/shapes/shape_task.hpp"

namespace isthmus {

// Throws BackendError, which names the task and what differs, where two backends came to different
// counts for a task: playouts are the same everywhere, to the bit. The spans have one length.
void compare(std::span<const FillTask> tasks, std::span<const FillCounts> counts,
             std::span<const FillCounts> expected);
void compare(std::span<const ShapeTask> tasks, std::span<const OutcomeCounts> counts,
             std::span<const OutcomeCounts> expected);
void compare(std::span<const CaptureTask> tasks, std::span<const OutcomeCounts> counts,
             std::span<const OutcomeCounts> expected);

}  // namespace isthmus
