#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"
#include "tools/openings/openings.hpp"
#include "tools/selfplay/parallel_games.hpp"

namespace isthmus::selfplay {

// A game between two of the players, as far as it has come.
struct TreeMatchGame {
  struct Played {
    Move move;
    double seconds = 0;  // from the turn to the move, in which others' positions are judged as well
  };

  std::size_t number = 0;                // the caller's
  std::array<std::size_t, 2> players{};  // by colour
  Position position{};
  std::optional<std::array<CellSet, 2>> taken{};  // as TreeGame::taken
  Result result = Result::ongoing;  // by the rules, or before that as the caller adjudicates
  std::vector<Played> moves{};      // those of the opening included, at 0 seconds
};

// The next game, unfinished; nothing where there is none for now.
using NextMatchGame = std::function<std::optional<TreeMatchGame>()>;
// Is given a game when it has ended.
using EndMatchGame = std::function<void(const TreeMatchGame&)>;
// The result of a game that goes on by the rules: ongoing where it is to go on.
using AdjudicateMatchGame = std::function<Result(const TreeMatchGame&)>;

// A game that stands after these moves, which do not end it.
TreeMatchGame begin_match_game(const Game& game, const Opening& opening, std::size_t number,
                               std::array<std::size_t, 2> players);

// How a player of a match searches: always by as many visits, and the best move is played.
TreeSettings match_tree_settings(const Settings& settings);

// What of a player's settings trees on a GPU do not know, in words to end a sentence; empty where
// that is nothing.
std::string match_tree_obstacle(const Settings& settings);

// Plays game after game, this many at a time, until none is in play and there is no next, or stop
// is requested: each move is searched by the trees of the player whose turn it is, which have a
// slot for each game and the settings above. Throws what the trees do.
void play_match_on_trees(const Game& game, std::span<TreeGames* const> trees, int parallel,
                         const std::stop_token& stop, EvaluationStats& stats,
                         const NextMatchGame& next, const EndMatchGame& end,
                         const AdjudicateMatchGame& adjudicate = {});

}  // namespace isthmus::selfplay
