#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "gpu/tree/tree_games.hpp"
#include "tools/openings/openings.hpp"
#include "tools/selfplay/parallel_games.hpp"

namespace isthmus::selfplay {

// Makes trees on some device with this many slots, which play as player 0 or 1 of a match does
// (match_tree_settings()).
using MakeMatchTrees = std::function<std::unique_ptr<TreeGames>(std::size_t player, int slots)>;

// A match of two players, which are an evaluator behind a search with settings.
struct MatchJob {
  const Game& game;
  // Without the second the first serves both players, and its settings are theirs.
  std::array<EvaluatorFactory, 2> make_evaluators;
  std::array<Settings, 2> settings;  // the visits are the only limit of a move
  int pairs = 200;                   // of games with one opening and colours exchanged
  int parallel = 1024;               // games at a time
  int workers = 1;                   // threads
  double max_lead = 0.5;             // by the opening: see match_openings()
  // One for each device: the players' searches are by trees there in place of evaluators, which
  // judge openings alone. Each device has a thread and its part of the games. None: on the host.
  std::vector<MakeMatchTrees> make_trees{};
  // Called with the scores so far after each pair, by one thread at a time; where it returns true
  // the match ends.
  std::function<bool(std::span<const double> scores)> is_decided{};
};

// Plays the match, each game to its end on the board, from match_openings() by the first evaluator,
// drawn by the seed of the first settings. Returns the first player's score of each pair, 0 to 1 in
// quarters, in the order in which they were finished; where stop is requested, of those that were.
// Counts into `stats` what the players asked for.
std::vector<double> play_match(const MatchJob& job, const std::stop_token& stop,
                               EvaluationStats& stats);

// Different openings of a match, drawn from the seed: all first stones, and after them first stones
// with random answers, after which the evaluator gives neither side a probability to win of more
// than 1/2 + max_lead; at 1/2 it is not asked. Fewer than `count` where there are no more.
// None ends the game.
std::vector<Opening> match_openings(const Game& game, const Evaluator& evaluator, double max_lead,
                                    int count, std::uint64_t seed);

}  // namespace isthmus::selfplay
