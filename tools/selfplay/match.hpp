#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/evaluator.hpp"
#include "engine/game.hpp"
#include "engine/settings.hpp"

namespace isthmus::selfplay {

// A match of two evaluators, each behind the same search.
struct MatchJob {
  const Game& game;
  std::array<EvaluatorFactory, 2> make_evaluators;
  std::array<Settings, 2> settings;  // of the searches; the visits are the only limit of a move
  int pairs = 200;                   // of games with one opening and colours exchanged
  int parallel = 1024;               // games at a time
  int workers = 1;                   // threads
};

// Plays the match, each game to its end on the board. The openings are all first stones in an order
// drawn from the seed of the first settings, and after them first stones with random answers.
// Returns the first evaluator's score of each pair, 0, 1/2 or 1; where stop is requested, of those
// pairs that were finished.
std::vector<double> play_match(const MatchJob& job, std::stop_token stop);

// The openings of a match.
std::vector<std::vector<Move>> match_openings(const Game& game, int count, std::uint64_t seed);

}  // namespace isthmus::selfplay
