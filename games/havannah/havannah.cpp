#include "games/havannah/havannah.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/board/group.hpp"

namespace isthmus {

namespace {

constexpr int kSides = 6;  // of a cell

// The edges are goals 0 to 5, clockwise from the top; the corners 6 to 11, each clockwise behind
// the edge of its number.
constexpr Board::Goals kEdges = 0b111111;
constexpr int kFirstCorner = 6;

}  // namespace

Board Havannah::make_board(int side) {
  const int last = 2 * side - 2;
  std::vector<Board::Row> rows;
  for (int row = 0; row <= last; ++row) {
    const int first = std::max(0, side - 1 - row);
    rows.push_back({first, std::min(last, 3 * side - 3 - row) - first + 1});
  }
  return {Board::Tiling::hexagons,
          std::move(rows),
          {{"top", std::nullopt, 5, 2},
           {"upper right", std::nullopt, 0, 2},
           {"lower right", std::nullopt, 1, 2},
           {"bottom", std::nullopt, 2, 2},
           {"lower left", std::nullopt, 3, 2},
           {"upper left", std::nullopt, 4, 2},
           {"top right corner", std::nullopt, 5, 3},
           {"right corner", std::nullopt, 0, 3},
           {"bottom right corner", std::nullopt, 1, 3},
           {"bottom left corner", std::nullopt, 2, 3},
           {"left corner", std::nullopt, 3, 3},
           {"top left corner", std::nullopt, 4, 3}},
          [side, last](int r, int c) {
            const std::array<bool, kSides> lies_on{r == 0,    c == last, r + c == 3 * side - 3,
                                                   r == last, c == 0,    r + c == side - 1};
            for (int i = 0; i < kSides; ++i) {
              const auto edge = static_cast<std::size_t>(i);
              if (lies_on[edge] && lies_on[(edge + 1) % kSides]) {
                return static_cast<Board::Goals>(1U << (kFirstCorner + i));
              }
            }
            unsigned edges = 0;
            for (unsigned i = 0; i < kSides; ++i) edges |= lies_on[i] ? 1U << i : 0U;
            return static_cast<Board::Goals>(edges);
          }};
}

std::vector<Symmetry> Havannah::symmetries() const {
  const Board& on = board();
  const int centre = side() - 1;
  std::vector<Symmetry> all;
  for (const bool exchanges_colours : {false, true}) {
    for (const bool is_mirrored : {false, true}) {
      for (int turns = 0; turns < kSides; ++turns) {
        all.push_back(make_symmetry(on, exchanges_colours, [&](int row, int column) {
          // From the centre, where a sixth of a turn takes (r, c) to (r + c, -r).
          int r = row - centre, c = column - centre;
          if (is_mirrored) std::swap(r, c);
          for (int i = 0; i < turns; ++i) {
            const int sum = r + c;
            c = -r;
            r = sum;
          }
          return on.at(r + centre, c + centre);
        }));
      }
    }
  }
  return all;
}

Result Havannah::result_after(const Position& position, Cell last) const {
  const Colour mover = position.of(Colour::black).contains(last) ? Colour::black : Colour::white;
  const CellSet& stones = position.of(mover);
  const unsigned goals = group_goals(board(), stones, last);
  const int edges = std::popcount(goals & kEdges), corners = std::popcount(goals >> kFirstCorner);
  if (corners >= 2 || edges >= 3 || closes_ring(stones, last)) return win_for(mover);
  return position.occupied() == board().cells() ? Result::draw : Result::ongoing;
}

// Whether there is a ring, where there was none without the last stone. A ring that holds none but
// its own stones has one among these with six neighbours; any other cuts cells off from the edge.
bool Havannah::closes_ring(const CellSet& stones, Cell last) const {
  if (is_surrounded(stones, last)) return true;
  for (const Cell next : board().neighbours(last)) {
    if (stones.contains(next) && is_surrounded(stones, next)) return true;
  }
  // What lies around the stone, beyond the edge too, was in one piece with it. Unless the stone
  // parts that, nothing is cut off.
  std::array<bool, kSides> is_open{};
  for (int i = 0; i < kSides; ++i) {
    const auto [row, column] = board().beyond(last, i);
    is_open[static_cast<std::size_t>(i)] =
        !board().has(row, column) || !stones.contains(board().at(row, column));
  }
  int parts = 0;
  for (std::size_t i = 0; i < kSides; ++i) parts += is_open[i] && !is_open[(i + 1) % kSides];
  if (parts < 2) return false;
  // All cells that are open to the edge, from there on.
  CellSet rest = board().cells() - stones;
  std::array<Cell, kMaxCells> queue;
  std::size_t head = 0, tail = 0;
  const auto reach = [&](Cell cell) {
    rest.erase(cell);
    queue[tail++] = cell;
  };
  (board().cells() - stones).for_each([&](Cell cell) {
    if (board().goals(cell) != 0) reach(cell);
  });
  while (head < tail) {
    for (const Cell next : board().neighbours(queue[head++])) {
      if (rest.contains(next)) reach(next);
    }
  }
  return !rest.empty();
}

bool Havannah::is_surrounded(const CellSet& stones, Cell cell) const {
  const auto neighbours = board().neighbours(cell);
  return neighbours.size() == kSides &&
         std::all_of(neighbours.begin(), neighbours.end(),
                     [&](Cell next) { return stones.contains(next); });
}

}  // namespace isthmus
