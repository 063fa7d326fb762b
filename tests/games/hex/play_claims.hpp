#pragma once

#include <cstdint>

#include "tests/games/hex/claims.hpp"

namespace isthmus::test {

// Has the engine's search play games of 7 x 7 with itself, by few visits and an evaluator that
// knows nothing, the solver in turns with it or beside it, and puts what is said to be proven to
// the test: positions, their carriers, and moves. Returns how many positions that was: one of
// `one_in` of those that are searched, some 28 a game.
std::int64_t check_play(int games, int one_in, ClaimCheck::Counts& counts);

}  // namespace isthmus::test
