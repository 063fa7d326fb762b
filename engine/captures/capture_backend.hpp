#pragma once

#include "engine/captures/capture_task.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"

namespace isthmus {

// Plays out positions of games with captures.
using CaptureBackend = PlayoutBackend<CaptureTask, OutcomeCounts>;

}  // namespace isthmus
