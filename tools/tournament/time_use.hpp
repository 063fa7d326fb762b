#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// How an engine has used its time, by the referee's clock; the openings left out.
struct TimeUse {
  std::int64_t moves = 0;
  double seconds = 0;  // of all moves
  int median = 0;      // of a move, in milliseconds
  int longest = 0;     // likewise
};

// By engine.
std::vector<TimeUse> time_use(std::span<const GameRecord> records, const Spec& spec);

}  // namespace isthmus::tournament
