#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_report.hpp"
#include "engine/theory/solver.hpp"
#include "protocols/formats/game_file.hpp"

namespace isthmus {

// How much work a review is: as it stands here, one of 60 turns takes less than 20 s on two cores
// without a GPU (README.md has figures).
struct ReviewLimits {
  SearchLimits each{.visits = 200};    // of the search of every position ...
  SearchLimits close{.visits = 1000};  // ... and of the few around the turns that lost most by that
  SolveLimits proof{.nodes = 300};     // of each position that is solved
};

// What is known of one position of a game.
struct ReviewedPosition {
  SearchReport report;           // moves beyond the first few have no lines
  double black_wins = 0.5;       // Black's probability; 0, 0.5 or 1 where that is certain
  Proof proof = Proof::unknown;  // for the side to move, also in a finished game
  std::vector<Move> line = {};   // the best play; empty where the game is over
};

// A turn as judged by what is known before and after it.
struct ReviewedTurn {
  Turn turn;
  Move best;         // the best move before it
  double best_wins;  // probabilities of the player who moved: with the best move ...
  double wins;       // ... and with the one made
  double loss;       // the difference; 0 for the best move, never negative
};

// The values of swapping and of not swapping to the second player, by a search without the swap:
// the player who swaps has what the other then would have had.
struct SwapVerdict {
  std::size_t turn;         // the one that might be the swap
  double swap;              // his probability if he swaps ...
  double stay;              // ... and if he does not
  std::int64_t visits;      // of the search
  bool is_assumed = false;  // by Reviewer::assumed_swap: it is not known whether he could
};

// A game with a search of each of its positions.
struct Review {
  std::vector<ReviewedPosition> positions;  // i: before turn i; fewer if it was stopped
  std::vector<ReviewedTurn> turns;          // those with a position behind them
  std::optional<SwapVerdict> swap = {};     // where the second player could swap
};

// What judges positions in a review.
struct Reviewer {
  EvaluatorFactory make_evaluator;
  Settings settings = {};  // each of its threads searches a number of positions at a time; its
                           // limits do not count
  // What a first stone is judged by where the record's game has no swap: as if White might have
  // swapped by this rule, though he did not.
  SwapRule assumed_swap = SwapRule::none;
};

// Searches all positions of a record, and solves them from the last one backwards for as long as
// the limits suffice. Then those around the turns that lost most are searched more closely.
// With limits of visits and nodes, and one thread, reviews repeat exactly. `done` is called after
// each search with how many there were and how many there are to be as far as is known, by one
// thread at a time. Ends early when a stop is requested, with what is known of the first positions.
// Throws std::invalid_argument where there is no evaluator for the game.
Review review(const Record& record, const Reviewer& reviewer, const ReviewLimits& limits,
              const std::stop_token& stop,
              const std::function<void(std::size_t done, std::size_t of)>& done = {});

// From which position on it is certain how the game ends, if it is at its end.
struct Decided {
  std::size_t position;
  Result result;
};
std::optional<Decided> decided(const Record& record, const Review& review);

// How bad a turn is.
enum class Mistake : std::uint8_t { none, doubtful, bad, very_bad };

// By its loss: from 10 % on, 20 % and 40 %.
Mistake mistake(const ReviewedTurn& turn);
// "", "?!", "?" and "??".
const char* sign(Mistake mistake);

// The numbers of the `most` turns that lost most, worst first; none that lost less than 1 %.
std::vector<std::size_t> worst_turns(const Review& review, std::size_t most);

// Adds the review to the game, whose record must be the one reviewed: to each turn a comment, V
// (Black's probability less White's, -1 to 1), and DO, BM[1] or BM[2] for a mistake, with the
// better line as a variation. What the file holds already is kept; where it has V, or an annotation
// of the move, ours is left out.
void annotate(GameFile& file, const Review& review);

}  // namespace isthmus
