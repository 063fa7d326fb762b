#pragma once

#include <string>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// A game as SGF, with its players, its result, and as a comment how it ended.
std::string game_sgf(const GameRecord& record, const Spec& spec);

}  // namespace isthmus::tournament
