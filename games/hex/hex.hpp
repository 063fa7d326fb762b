#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/board/group.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// Hex (Piet Hein 1942, John Nash 1948), on rows x columns cells.
//
//      a b c        Black joins top to bottom, White left to right; Black moves first.
//   1  . . .        Just one of them can: a full board has exactly one winner.
//   2   . . .       The neighbours of b2 are b1 c1, a2 c2, a3 b3.
//   3    . . .
//
// Under swap-pieces the stone is mirrored in the long diagonal, which turns Black's edges into
// White's; it needs a square board.
class Hex : public Game {
 public:
  static constexpr const char* kName = "hex";

  Hex(int rows, int columns, SwapRule swap_rule) : Hex(kName, rows, columns, swap_rule) {}

  std::optional<FillRule> fill_rule() const override {
    return FillRule{.reduction_side = board().rows() + board().columns() - 1,
                    .connection_wins = true};
  }

  // Half a turn; on a square board also the mirror images in both diagonals, which exchange the
  // colours: Black's edges become White's. That is what swap-pieces does with the first stone, so
  // the position after the swap is the one before it.
  std::vector<Symmetry> symmetries() const override;
  bool mirror_exchanges_colours() const override { return true; }
  std::unique_ptr<const Theory> theory() const override;
  std::unique_ptr<const Certifier> certifier() const override;

 protected:
  Hex(const char* name, int rows, int columns, SwapRule swap_rule)
      : Game(name, Board::rhombus(rows, columns), swap_rule) {}

  // The colour that the stone on `cell` has joined its two edges for, if it has.
  static std::optional<Colour> connected_by(const Board& board, const Position& position,
                                            Cell cell) {
    const bool is_black = position.of(Colour::black).contains(cell);
    const Colour colour = is_black ? Colour::black : Colour::white;
    const unsigned goals = board.goals_of(colour);
    if ((group_goals(board, position.of(colour), cell) & goals) != goals) return std::nullopt;
    return colour;
  }

  Result result_after(const Position& position, Cell last) const override {
    const auto connected = connected_by(board(), position, last);
    return connected ? win_for(*connected) : Result::ongoing;
  }

  Cell swapped(Cell cell) const override {
    return board().at(board().column(cell), board().row(cell));
  }
};

}  // namespace isthmus
