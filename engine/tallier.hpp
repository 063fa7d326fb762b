#pragma once

#include <span>

#include "engine/fill_task.hpp"

namespace isthmus {

// Plays out fills and counts. Whatever does so, for the same task the tally is the same.
class Tallier {
 public:
  virtual ~Tallier() = default;

  // Writes the tally of tasks[i] to tallies[i]; the spans have one length. May be called from
  // several threads at once.
  virtual void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const = 0;
};

}  // namespace isthmus
