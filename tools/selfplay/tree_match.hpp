#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"
#include "tools/selfplay/parallel_games.hpp"

namespace isthmus::selfplay {

// A game of a match, as far as it has come.
struct TreeMatchGame {
  std::size_t number = 0;  // the caller's
  std::size_t black = 0;   // which player has Black
  Position position{};
  std::optional<std::array<CellSet, 2>> taken{};  // as TreeGame::taken
};

// The next game, unfinished; nothing where there are no more.
using NextMatchGame = std::function<std::optional<TreeMatchGame>()>;
// Is given a game when it has ended.
using EndMatchGame = std::function<void(const TreeMatchGame&)>;

// How a player of a match searches: always by as many visits, and the best move is played.
TreeSettings match_tree_settings(const Settings& settings);

// What of a player's settings trees on a GPU do not know, in words to end a sentence; empty where
// that is nothing.
std::string match_tree_obstacle(const Settings& settings);

// Plays game after game, this many at a time, until there are no more or stop is requested: each
// move is searched by the trees of the player whose turn it is, which have a slot for each game and
// the settings above. Throws what the trees do.
void play_match_on_trees(const Game& game, const std::array<TreeGames*, 2>& trees, int parallel,
                         const std::stop_token& stop, EvaluationStats& stats,
                         const NextMatchGame& next, const EndMatchGame& end);

}  // namespace isthmus::selfplay
