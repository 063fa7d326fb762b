#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>

#include "engine/base/wilson_interval.hpp"
#include "tools/book/book.hpp"

namespace isthmus::book {

// How a move is chosen from a book.
struct ChoiceRule {
  // Moves that were played less often are not considered, but for proven ones.
  std::int64_t games = 10;
  double temperature = 0;  // 0: the best; else drawn by games to the power of 1/temperature
};

// The mean result, 0 to 1, that `points` of `games`, at least one, leave likely (95%).
Interval likely_mean(double points, std::int64_t games);
// Of a move: the result itself where that is proven.
Interval likely_mean(const BookMove& move);

// Chooses among the moves of a position, which a book knows; nothing where too few games are known,
// or where a move is proven to win: that is left to the search, which knows it and says so.
//
// The best is the move with the largest lower bound of the mean result, which of proven moves is
// that result; none is played that is proven to lose, or to win where the opponent may swap. Where
// the opponent may answer the first stone by a swap, he takes the better side: there the bound is
// the lesser of that and of the chance left when he does. Where a swap is on offer it is taken if
// the best move has won less than half of its games, for its games are then the opponent's.
std::optional<Move> choose(const Game& game, const Position& position,
                           std::span<const BookMove> moves, const ChoiceRule& rule,
                           std::mt19937_64& random);

}  // namespace isthmus::book
