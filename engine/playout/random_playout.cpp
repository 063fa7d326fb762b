#include "engine/playout/random_playout.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace isthmus {

namespace {

// A number below `count`. The shares of the numbers differ by less than 2^-53.
std::size_t draw(SplitMix64& random, std::size_t count) {
  return static_cast<std::size_t>((random() >> 32U) * count >> 32U);
}

// The empty cells of a position, from which cells are drawn.
class EmptyCells {
 public:
  EmptyCells(const Game& game, const Position& position) { collect(game, position); }

  void collect(const Game& game, const Position& position) {
    count_ = 0;
    (game.board().cells() - position.occupied()).for_each([&](Cell cell) {
      cells_[count_++] = cell;
    });
  }
  std::size_t count() const { return count_; }

  // Draws one of the first `among`, and puts it behind them.
  Cell draw_of(std::size_t among, SplitMix64& random) {
    std::swap(cells_[draw(random, among)], cells_[among - 1]);
    return cells_[among - 1];
  }
  // Takes out the one that stands at a place.
  void take_out(std::size_t place) { cells_[place] = cells_[--count_]; }

 private:
  std::array<Cell, kMaxCells> cells_;
  std::size_t count_ = 0;
};

// Draws a legal stone and places it. Returns false where there is none.
bool play_one(const Game& game, EmptyCells& empty, SplitMix64& random, Position& position) {
  for (std::size_t among = empty.count(); among > 0; --among) {
    const Cell cell = empty.draw_of(among, random);
    if (!game.is_legal(position, Move(cell))) continue;
    game.play(position, Move(cell));
    empty.take_out(among - 1);
    const auto left =
        static_cast<std::size_t>(game.board().cell_count() - position.occupied().size());
    if (left != empty.count()) empty.collect(game, position);  // stones were captured
    return true;
  }
  return false;
}

}  // namespace

void play_out(const Game& game, int max_moves, SplitMix64& random, Position& position) {
  EmptyCells empty(game, position);
  for (int i = 0; i < max_moves && position.result == Result::ongoing; ++i) {
    if (!play_one(game, empty, random, position)) break;
  }
  if (position.result == Result::ongoing) position.result = Result::draw;
  for (Colour mover = position.to_move; empty.count() > 0; mover = opponent(mover)) {
    const Cell cell = empty.draw_of(empty.count(), random);
    position.of(mover).insert(cell);
    empty.take_out(empty.count() - 1);
  }
}

}  // namespace isthmus
