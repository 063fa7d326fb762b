#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_report.hpp"
#include "protocols/formats/game_file.hpp"

namespace isthmus {

// What a search says of one position of a game. Moves beyond the first few are dropped.
struct ReviewedPosition {
  SearchReport report;
  double black_wins = 0.5;  // Black's probability; 0, 0.5 or 1 where the game is over
};

// A turn as judged by the searches before and after it.
struct ReviewedTurn {
  Turn turn;
  Move best;         // what the search before it would have played
  double best_wins;  // probabilities of the side that moved: with the best move ...
  double wins;       // ... and with the one made
  double loss;       // the difference; 0 for the best move, never negative
};

// A game with a search of each of its positions.
struct Review {
  std::vector<ReviewedPosition> positions;  // i: before turn i; fewer if it was stopped
  std::vector<ReviewedTurn> turns;          // those with a position behind them
};

// Searches all positions of a record in order, so that each goes on with the tree of the one
// before. `done` is called after each with its number. Ends early when a stop is requested.
// Throws std::invalid_argument where there is no evaluator for the game.
Review review(const Record& record, const EvaluatorFactory& make_evaluator,
              const Settings& settings, const SearchLimits& limits, const std::stop_token& stop,
              const std::function<void(std::size_t)>& done = {});

// How bad a turn is.
enum class Mistake : std::uint8_t { none, doubtful, bad, very_bad };

// By its loss: from 10 % on, 20 % and 40 %.
Mistake mistake(const ReviewedTurn& turn);

// The numbers of the `most` turns that lost most, worst first; none that lost less than 1 %.
std::vector<std::size_t> worst_turns(const Review& review, std::size_t most);

// Adds the review to the game, whose record must be the one reviewed: to each turn a comment with
// win rate, loss and best move, V (Black's probability less White's, -1 to 1), and DO, BM[1] or
// BM[2] for a mistake, with the better line as a variation. What the file holds already is kept;
// where it has V, or an annotation of the move, ours is left out.
void annotate(GameFile& file, const Review& review);

}  // namespace isthmus
