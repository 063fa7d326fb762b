#pragma once

#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"
#include "engine/playout/shape_task.hpp"

namespace isthmus {

// Plays out positions of games in which the first shape wins.
using ShapeBackend = PlayoutBackendOf<ShapeTask, OutcomeCounts>;

}  // namespace isthmus
