#pragma once

#include <array>

#include "tools/tournament/engine.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Plays a game of the tournament and referees it: the players, of whom the first begins, only
// propose; the rules of the game say what is legal and who has won. An engine at fault is ended.
// Throws Stopped.
GameRecord referee_game(const Spec& spec, const ScheduledGame& scheduled,
                        std::array<Engine*, 2> players);

}  // namespace isthmus::tournament
