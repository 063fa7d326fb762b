#pragma once

#include <span>

#include "engine/playout/fill_task.hpp"

namespace isthmus {

// Throws BackendError, which names the task and what differs, where two backends came to different
// counts for a task: playouts are the same everywhere, to the bit. The spans have one length.
void compare(std::span<const FillTask> tasks, std::span<const PlayoutCounts> counts,
             std::span<const PlayoutCounts> expected);

}  // namespace isthmus
