#pragma once

#include <cstddef>
#include <vector>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// A game that is to be played.
struct ScheduledGame {
  int id = 0;     // its place in the schedule
  int pair = 0;   // the two games of a pair have one opening, and colours exchanged
  int round = 0;  // of the tournament
  int black = 0;  // index of the engine that begins
  int white = 0;
  std::size_t opening = 0;  // index

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

// A round robin, pairing after pairing so that few engines run at a time. Every pairing goes
// through the openings in their order, and again from the first when they are used up.
std::vector<ScheduledGame> make_schedule(const Spec& spec);

}  // namespace isthmus::tournament
