#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// A game with its players, its result, and as a comment how it ended; also as SGF.
GameFile game_file(const GameRecord& record, const Spec& spec);
std::string game_sgf(const GameRecord& record, const Spec& spec);

}  // namespace isthmus::tournament
