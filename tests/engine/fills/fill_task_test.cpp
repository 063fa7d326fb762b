#include "engine/fills/fill_task.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "engine/game/game.hpp"
#include "tests/support/position_after.hpp"

namespace isthmus {

namespace {

// A game that never ends, decided by fills by the given rule.
class Endless : public Game {
 public:
  Endless(Board board, std::optional<FillRule> rule)
      : Game("endless", std::move(board), SwapRule::none), rule_(rule) {}
  std::optional<FillRule> fill_rule() const override { return rule_; }

 protected:
  Result result_after(const Position&, Cell) const override { return Result::ongoing; }

 private:
  std::optional<FillRule> rule_;
};

}  // namespace

TEST_CASE("the side to move gets half of the empty cells and the odd one") {
  const Endless game(Board::rhombus(3, 5), FillRule{7, true});
  const FillTask first = make_fill_task(game, game.start(), false, 512, 9);
  CHECK(first.rows == 3);
  CHECK(first.columns == 5);
  CHECK(first.reduction_side == 7);
  CHECK(first.empty == game.board().cells());
  CHECK(first.blacks == 8);
  CHECK(first.fills == 512);
  CHECK(first.seed == 9);
  const FillTask second = make_fill_task(game, test::position_after(game, {"a1"}), false, 512, 9);
  CHECK(second.blacks == 7);
  CHECK(second.black.contains(0));
  CHECK(second.empty.size() == 14);
  Position white_first = game.start();
  white_first.to_move = Colour::white;
  CHECK(make_fill_task(game, white_first, false, 512, 9).blacks == 7);
}

TEST_CASE("bridges are kept where connecting wins and there is room") {
  const Board board = Board::rhombus(5, 5);
  const Endless game(board, FillRule{9, true});
  const Position position = test::position_after(game, {"c3", "a1"});
  CHECK(make_fill_task(game, position, false, 512, 1).bridges.empty());
  CHECK(make_fill_task(game, position, true, 512, 1).bridges.empty());
  const Position bridged = test::position_after(game, {"c3", "a1", "d4"});
  CHECK(make_fill_task(game, bridged, true, 512, 1).bridges.size() == 2);
  const Endless reverse(board, FillRule{9, false});
  CHECK(make_fill_task(reverse, bridged, true, 512, 1).bridges.empty());

  // Two empty cells, both of the bridge, and one black to come; then none.
  Position full = bridged;
  full.of(Colour::white) = board.cells() - full.of(Colour::black);
  full.of(Colour::white).erase(*board.find("d3"));
  full.of(Colour::white).erase(*board.find("c4"));
  CHECK(make_fill_task(game, full, true, 512, 1).bridges.size() == 1);
}

TEST_CASE("games that fills cannot decide are refused") {
  const Endless game(Board::rhombus(3, 3), std::nullopt);
  CHECK_THROWS_AS(make_fill_task(game, game.start(), true, 512, 1), std::invalid_argument);
}

}  // namespace isthmus
