#pragma once

#include <span>

#include "engine/base/backend_error.hpp"
#include "engine/playout/capture_task.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus {

// Plays out positions of games with captures and counts. Whatever does so, for the same task the
// counts are the same.
class CaptureBackend {
 public:
  virtual ~CaptureBackend() = default;

  // Writes the counts of tasks[i] to counts[i]; the spans have one length. May be called from
  // several threads at once. Throws std::invalid_argument for a task that is not as CaptureTask
  // asks, and BackendError; counts are then not to be relied on.
  virtual void run(std::span<const CaptureTask> tasks, std::span<OutcomeCounts> counts) const = 0;

  // How many tasks a call should bring for the backend to run at its best.
  virtual int preferred_batch() const { return 1; }
};

}  // namespace isthmus
