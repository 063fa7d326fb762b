#pragma once

#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"
#include "engine/shapes/shape_task.hpp"

namespace isthmus {

// Plays out positions of games in which the first shape wins.
using ShapeBackend = PlayoutBackend<ShapeTask, OutcomeCounts>;

}  // namespace isthmus
