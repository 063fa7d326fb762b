#pragma once

#include "engine/fills/fill_task.hpp"
#include "engine/playout/playout_backend.hpp"

namespace isthmus {

// Fills positions of games that one fill decides.
using FillBackend = PlayoutBackend<FillTask, FillCounts>;

}  // namespace isthmus
