#include "engine/fills/bridges.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "engine/base/union_find.hpp"

namespace isthmus {

namespace {

// A bridge from a stone at (0, 0) to one at `end`, over the cells `over`.
struct Shape {
  std::pair<int, int> end, over[2];
};

constexpr std::array<Shape, 3> kShapes{
    {{{1, 1}, {{0, 1}, {1, 0}}}, {{2, -1}, {{1, 0}, {1, -1}}}, {{1, -2}, {{1, -1}, {0, -1}}}}};

constexpr std::size_t kGoals = 8 * sizeof(Board::Goals);

// What is joined to what: cells, and the goals of each colour, which are numbered after the cells.
class Joins {
 public:
  Joins(const Board& board, const std::array<CellSet, 2>& stones) : sets_(kMaxCells + 2 * kGoals) {
    for (Colour colour : {Colour::black, Colour::white}) {
      const CellSet& own = stones[static_cast<std::size_t>(colour)];
      own.for_each([&](Cell cell) {
        for (Cell neighbour : board.neighbours(cell)) {
          if (neighbour < cell && own.contains(neighbour)) sets_.unite(cell, neighbour);
        }
        const unsigned goals = board.goals(cell) & board.goals_of(colour);
        for (unsigned rest = goals; rest != 0; rest &= rest - 1) {
          sets_.unite(cell, goal(colour, rest & (0 - rest)));
        }
      });
    }
  }

  // Joins two things. Returns false where they are joined already.
  bool join(std::size_t a, std::size_t b) { return sets_.unite(a, b); }

  static std::size_t goal(Colour colour, unsigned bit) {
    return kMaxCells + static_cast<std::size_t>(colour) * kGoals +
           static_cast<std::size_t>(std::countr_zero(bit));
  }

 private:
  UnionFind<kMaxCells + 2 * kGoals> sets_;
};

// Collects the bridges of one board.
class Finder {
 public:
  Finder(const Board& board, const CellSet& black, const CellSet& white)
      : board_(board),
        stones_{black, white},
        free_(board.cells() - black - white),
        joins_(board, stones_) {}

  std::vector<std::pair<Cell, Cell>> find() {
    (stones_[0] | stones_[1]).for_each([&](Cell cell) {
      const Colour colour = stones_[0].contains(cell) ? Colour::black : Colour::white;
      bridges_to_stones(cell, stones_[static_cast<std::size_t>(colour)]);
      bridges_to_edges(cell, colour);
    });
    return std::move(bridges_);
  }

 private:
  void bridges_to_stones(Cell cell, const CellSet& own) {
    const int row = board_.row(cell);
    const int column = board_.column(cell);
    for (const auto& [end, over] : kShapes) {
      if (!board_.has(row + end.first, column + end.second)) continue;
      const Cell other = board_.at(row + end.first, column + end.second);
      if (!own.contains(other)) continue;
      add(cell, other, board_.at(row + over[0].first, column + over[0].second),
          board_.at(row + over[1].first, column + over[1].second));
    }
  }

  void bridges_to_edges(Cell cell, Colour colour) {
    const unsigned far = board_.goals_of(colour) & ~unsigned{board_.goals(cell)};
    unsigned near = 0;
    for (Cell neighbour : board_.neighbours(cell)) near |= board_.goals(neighbour);
    for (unsigned rest = far & near; rest != 0; rest &= rest - 1) {
      const unsigned bit = rest & (0 - rest);
      std::array<Cell, 2> over;
      std::size_t count = 0;
      for (Cell neighbour : board_.neighbours(cell)) {
        if ((board_.goals(neighbour) & bit) != 0) over[count++] = neighbour;
      }
      if (count == 2) add(cell, Joins::goal(colour, bit), over[0], over[1]);
    }
  }

  void add(std::size_t from, std::size_t to, Cell a, Cell b) {
    if (!free_.contains(a) || !free_.contains(b) || !joins_.join(from, to)) return;
    bridges_.emplace_back(a, b);
    free_.erase(a);
    free_.erase(b);
  }

  const Board& board_;
  std::array<CellSet, 2> stones_;
  CellSet free_;
  Joins joins_;
  std::vector<std::pair<Cell, Cell>> bridges_;
};

}  // namespace

std::vector<std::pair<Cell, Cell>> find_bridges(const Board& board, const CellSet& black,
                                                const CellSet& white) {
  if (board.tiling() != Board::Tiling::hexagons) return {};
  return Finder(board, black, white).find();
}

}  // namespace isthmus
