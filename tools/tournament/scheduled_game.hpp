#pragma once

#include <compare>
#include <cstddef>

namespace isthmus::tournament {

// A game that is to be played.
struct ScheduledGame {
  int id = 0;     // its place in the schedule
  int pair = 0;   // the two games of a pair have one opening, and colours exchanged
  int round = 0;  // of the tournament
  int black = 0;  // index of the engine that begins
  int white = 0;
  std::size_t opening = 0;  // index

  friend auto operator<=>(const ScheduledGame&, const ScheduledGame&) = default;
};

}  // namespace isthmus::tournament
