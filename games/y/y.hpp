#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/board/group.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// Y (Claude Shannon, about 1950; Schensted and Titus 1953), on a triangle of cells.
//
//      a b c        The side that joins all three edges with one group wins; Black moves first.
//   1  . . .        A full board has exactly one winner.
//   2   . .         Corner cells belong to two edges.
//   3    .
//
// Both sides want the same, so under swap-pieces the stone stays where it is.
class Y : public Game {
 public:
  static constexpr const char* kName = "y";

  // On a triangle of `side` cells a side, 1 to 32; throws std::invalid_argument for another.
  Y(int side, SwapRule swap_rule) : Game(kName, Board::triangle(side), swap_rule) {}

  std::optional<FillRule> fill_rule() const override {
    return FillRule{.reduction_side = board().rows(), .connection_wins = true};
  }

  // The six of the triangle, and each with the colours exchanged, as they want the same.
  std::vector<Symmetry> symmetries() const override;
  // By connections, as in Hex.
  std::unique_ptr<Solver> own_solver(const SolverOptions& options) const override;
  std::unique_ptr<const Certifier> certifier() const override;

 protected:
  Result result_after(const Position& position, Cell last) const override {
    const bool is_black = position.of(Colour::black).contains(last);
    const Colour colour = is_black ? Colour::black : Colour::white;
    const unsigned goals = board().goals_of(colour);
    const bool joined = (group_goals(board(), position.of(colour), last) & goals) == goals;
    return joined ? win_for(colour) : Result::ongoing;
  }
};

}  // namespace isthmus
