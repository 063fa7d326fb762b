#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/game/record.hpp"

namespace isthmus {

// Of the jobs that PlayHex gives to workers (playhex_requests.hpp) the one that solves a position:
// who wins, for certain, and who wins after each move.

struct PlayhexSolve {
  Record record;                                // the position is its last
  double seconds = 60;                          // for one solution
  std::optional<double> children_seconds = {};  // solve each move too, within this many in all
};

// What it asks: {"size", "black": ["a1", …], "white": […], "color", "timeLimitSeconds", "children":
// {"maxTimeSeconds"}}, of which the last may be left out. No limit is more than `max_seconds`, and
// a board has at most 14 rows. Throws QueryError.
PlayhexSolve parse_solve_position(std::string_view body, double max_seconds);

// The response: {"winner", "pv", "children": {"a1": {"winner", "pv"}, …}}, the winner null where it
// is not proven in time or by when a stop is requested. A move of the solution comes first.
std::string solved_position(const PlayhexSolve& wanted, const std::stop_token& stop);

}  // namespace isthmus
