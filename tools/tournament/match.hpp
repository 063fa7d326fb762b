#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/game/game.hpp"
#include "tools/tournament/engine.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// How a game between two players went. Player 0 is who began.
struct MatchResult {
  std::optional<int> winner;  // nothing for a draw
  Reason reason = Reason::rules;
  std::string detail;
  std::vector<Move> moves;        // the opening included
  std::vector<int> milliseconds;  // that each move took; 0 for those of the opening
  double overhead = 0;            // milliseconds; see GameRecord
};

// What two players play by.
struct MatchRules {
  std::array<TimeControl, 2> time;  // by player
  bool ponder = false;
  Adjudication adjudication;
};

// Plays one game from an opening and referees it: the players only propose, the rules of `game`
// say what is legal and who has won. An engine at fault is ended. Throws Stopped.
MatchResult play_match(const Game& game, const Opening& opening, const MatchRules& rules,
                       std::array<Engine*, 2> players);

}  // namespace isthmus::tournament
