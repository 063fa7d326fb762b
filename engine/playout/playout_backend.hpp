#pragma once

#include <span>

#include "engine/base/backend_error.hpp"
#include "engine/playout/fill_task.hpp"

namespace isthmus {

// Plays out fills and counts. Whatever does so, for the same task the tally is the same.
class PlayoutBackend {
 public:
  virtual ~PlayoutBackend() = default;

  // Writes the tally of tasks[i] to tallies[i]; the spans have one length. May be called from
  // several threads at once. Throws std::invalid_argument for a task that is not as FillTask asks,
  // and BackendError; tallies are then not to be relied on.
  virtual void run(std::span<const FillTask> tasks, std::span<PlayoutCounts> tallies) const = 0;

  // How many tasks a call should bring for the backend to run at its best.
  virtual int preferred_batch() const { return 1; }
};

}  // namespace isthmus
