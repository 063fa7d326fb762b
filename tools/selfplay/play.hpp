#pragma once

#include <cstdint>

#include "engine/game/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/settings.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// What the games of one board size share.
struct Table {
  const Game& game;
  const Openings& openings;
  const SelfplaySettings& settings;
  const Settings& search_settings;
  std::uint32_t net;  // as GameRecord has it
};

struct PlayedGame {
  GameRecord record;
  // In a game that was played out to count wrong resignations: the side that resigning would have
  // named the winner, where it would have come to that.
  Result would_have_won = Result::ongoing;
};

// Plays a game of the engine with itself; all that is drawn follows from the seed. Where the
// evaluator throws Stopped, the game ends there, without a result.
PlayedGame play_game(const Table& table, const Evaluator& evaluator, std::uint64_t seed);

// Goes on with a game that was stopped.
PlayedGame continue_game(const Table& table, const Evaluator& evaluator, GameRecord stopped);

}  // namespace isthmus::selfplay
