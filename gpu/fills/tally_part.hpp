#pragma once

#include <cstdint>

#include "engine/fills/fill_task.hpp"

namespace isthmus {

// Some units of a task, from an even number on, and where their counts go to: a part that is not
// all of its task adds to what the tally holds.
struct TallyPart {
  const FillTask* task;
  FillCounts* tally;
  std::uint32_t first_unit;
  std::uint32_t end_unit;

  bool is_whole() const { return first_unit == 0 && end_unit == task->fills / kFillsPerUnit; }
};

}  // namespace isthmus
