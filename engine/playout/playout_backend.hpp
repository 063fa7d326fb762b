#pragma once

#include <span>

#include "engine/base/backend_error.hpp"

namespace isthmus {

// Plays out tasks of one kind and counts. For the same task all backends give the same counts.
template <class Task, class Counts>
class PlayoutBackend {
 public:
  virtual ~PlayoutBackend() = default;

  // Writes the counts of tasks[i] to counts[i]; the spans have one length. May be called from
  // several threads at once. Throws std::invalid_argument for a task that is not as it should be,
  // and BackendError; counts are then not to be relied on.
  virtual void run(std::span<const Task> tasks, std::span<Counts> counts) const = 0;

  // How many tasks a call should bring for the backend to run at its best.
  virtual int preferred_batch() const { return 1; }
};

}  // namespace isthmus
