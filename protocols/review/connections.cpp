#include "protocols/review/connections.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "engine/board/group.hpp"

namespace isthmus {

namespace {

constexpr int kTemplateRow = 3;     // of edge templates
constexpr int kTemplateStones = 3;  // more than the one that is there, enough for any of that row
constexpr int kTemplateReach = 4;   // cells between the stone and the farthest of its carrier

bool are_neighbours(const Board& board, Cell a, Cell b) {
  const auto near = board.neighbours(a);
  return std::find(near.begin(), near.end(), b) != near.end();
}

CellSet neighbours(const Board& board, Cell cell) {
  CellSet cells;
  for (Cell near : board.neighbours(cell)) cells.insert(near);
  return cells;
}

CellSet goal_cells(const Board& board, std::size_t goal) {
  CellSet cells;
  board.cells().for_each([&](Cell cell) {
    if ((board.goals(cell) >> goal & 1U) != 0) cells.insert(cell);
  });
  return cells;
}

// The cells within `steps` steps of these, these included.
CellSet within(const Board& board, CellSet cells, int steps) {
  for (int i = 0; i < steps; ++i) {
    CellSet more = cells;
    cells.for_each([&](Cell cell) { more = more | neighbours(board, cell); });
    cells = more;
  }
  return cells;
}

// The two cells that make a bridge of two stones, or of a stone and an edge; nothing where these
// are no bridge by their places.
std::optional<CellSet> bridge_carrier(const Board& board, Cell a, Cell b) {
  if (a == b || are_neighbours(board, a, b)) return std::nullopt;
  const CellSet both = neighbours(board, a) & neighbours(board, b);
  return both.size() == 2 ? std::optional(both) : std::nullopt;
}

std::optional<CellSet> edge_bridge_carrier(const Board& board, Cell cell, std::size_t goal) {
  if ((board.goals(cell) >> goal & 1U) != 0) return std::nullopt;
  const CellSet both = neighbours(board, cell) & goal_cells(board, goal);
  return both.size() == 2 ? std::optional(both) : std::nullopt;
}

// Whether stones join an edge, by trying all that matters: the cells of a small part of a board are
// the bits of a word.
class EdgeProof {
 public:
  using Mask = std::uint64_t;

  // The stone and all cells of `free`, at most 63.
  EdgeProof(const Board& board, Cell stone, std::size_t goal, const CellSet& free)
      : cells_{stone}, near_(1 + static_cast<std::size_t>(free.size())) {
    free.for_each([&](Cell cell) { cells_.push_back(cell); });
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if ((board.goals(cells_[i]) >> goal & 1U) != 0) goal_ |= bit(i);
      for (std::size_t j = 0; j < cells_.size(); ++j) {
        if (are_neighbours(board, cells_[i], cells_[j])) near_[i] |= bit(j);
      }
    }
  }

  std::optional<CellSet> least_carrier(int stones) const {
    const Mask free = (Mask{1} << cells_.size()) - 2;
    auto carrier = holds(1, free, stones);
    if (!carrier) return std::nullopt;
    for (Mask rest = *carrier; rest != 0; rest &= rest - 1) {
      const Mask cell = rest & (0 - rest);
      if ((*carrier & cell) == 0) continue;
      if (const auto smaller = holds(1, *carrier & ~cell, stones)) carrier = smaller;
    }
    CellSet cells;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if ((*carrier & bit(i)) != 0) cells.insert(cells_[i]);
    }
    return cells;
  }

 private:
  static Mask bit(std::size_t i) { return Mask{1} << i; }

  bool is_joined(Mask own) const {
    Mask reached = 1;
    for (Mask fresh = reached; fresh != 0;) {
      Mask around = 0;
      for (Mask rest = fresh; rest != 0; rest &= rest - 1) {
        around |= near_[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      fresh = around & own & ~reached;
      reached |= fresh;
    }
    return (reached & goal_) != 0;
  }

  // Cells within which the owner joins the edge by this many stones if he plays first ...
  std::optional<Mask> can_join(Mask own, Mask free, int stones) const {
    if (stones == 0 || !is_joined(own | free)) return std::nullopt;
    for (Mask rest = free; rest != 0; rest &= rest - 1) {
      const Mask cell = rest & (0 - rest);
      if (const auto carrier = holds(own | cell, free & ~cell, stones - 1)) return *carrier | cell;
    }
    return std::nullopt;
  }

  // ... and if the opponent does: he has to play on a cell of every way that the owner has.
  std::optional<Mask> holds(Mask own, Mask free, int stones) const {
    if (is_joined(own)) return Mask{0};
    const auto first = can_join(own, free, stones);
    if (!first) return std::nullopt;
    Mask carrier = *first;
    for (Mask must = *first; must != 0;) {
      const Mask cell = must & (0 - must);
      const auto way = can_join(own, free & ~cell, stones);
      if (!way) return std::nullopt;
      carrier |= *way;
      must &= *way;
    }
    return carrier;
  }

  std::vector<Cell> cells_;  // the stone is the first
  std::vector<Mask> near_;
  Mask goal_ = 0;
};

}  // namespace

bool is_about_connections(const Game& game) {
  const auto rule = game.fill_rule();
  return game.board().tiling() == Board::Tiling::hexagons && !(rule && !rule->connection_wins);
}

std::optional<CellSet> edge_carrier(const Board& board, Cell stone, std::size_t goal,
                                    const CellSet& free, int max_stones) {
  CellSet near;
  near.insert(stone);
  near = within(board, near, kTemplateReach) & free &
         within(board, goal_cells(board, goal), kTemplateRow - 1);
  near.erase(stone);
  return EdgeProof(board, stone, goal, near).least_carrier(max_stones);
}

std::vector<Connection> connections_of(const Board& board, const Position& position, Colour colour,
                                       Cell cell) {
  std::vector<Connection> found;
  if (board.tiling() != Board::Tiling::hexagons) return found;
  CellSet own = position.of(colour);
  own.insert(cell);
  const CellSet group = group_of(board, own, cell);
  CellSet free = board.cells() - own - position.of(opponent(colour));
  CellSet joined = group;  // stones that need no more connections
  const auto add = [&](Connection connection) {
    free = free - connection.carrier;
    found.push_back(std::move(connection));
  };
  own.for_each([&](Cell other) {
    const auto carrier = bridge_carrier(board, cell, other);
    if (!carrier || joined.contains(other) || *carrier - free != CellSet{}) return;
    joined = joined | group_of(board, own, other);
    add({.stone = cell, .other = other, .carrier = *carrier});
  });
  Board::Goals goals = board.goals_of(colour);
  joined.for_each([&](Cell stone) { goals &= static_cast<Board::Goals>(~board.goals(stone)); });
  const auto for_goals = [&](auto&& visit) {
    for (std::size_t goal = 0; goal < board.goals().size(); ++goal) {
      if ((goals >> goal & 1U) != 0) visit(goal);
    }
  };
  for_goals([&](std::size_t goal) {
    const auto carrier = edge_bridge_carrier(board, cell, goal);
    if (!carrier || *carrier - free != CellSet{}) return;
    add({.stone = cell, .other = {}, .goal = goal, .row = 2, .carrier = *carrier});
  });
  for_goals([&](std::size_t goal) {
    const CellSet edge = goal_cells(board, goal);
    if (within(board, edge, kTemplateRow - 2).contains(cell) ||
        !within(board, edge, kTemplateRow - 1).contains(cell)) {
      return;
    }
    const auto carrier = edge_carrier(board, cell, goal, free, kTemplateStones);
    if (!carrier) return;
    add({.stone = cell, .other = {}, .goal = goal, .row = kTemplateRow, .carrier = *carrier});
  });
  return found;
}

std::vector<BridgeCell> bridges_over(const Board& board, const Position& position, Colour owner,
                                     Cell cell) {
  std::vector<BridgeCell> found;
  if (board.tiling() != Board::Tiling::hexagons) return found;
  const CellSet& own = position.of(owner);
  const auto add = [&](Connection bridge) {
    CellSet rest = bridge.carrier;
    rest.erase(cell);
    if (!own.contains(rest.first())) found.push_back({std::move(bridge), rest.first()});
  };
  const CellSet ends = neighbours(board, cell) & own;
  ends.for_each([&](Cell stone) {
    const CellSet group = group_of(board, own, stone);
    (ends - group).for_each([&](Cell other) {
      const auto carrier = bridge_carrier(board, stone, other);
      if (stone > other || !carrier) return;
      add({.stone = stone, .other = other, .carrier = *carrier});
    });
    const unsigned goals =
        board.goals_of(owner) & board.goals(cell) & ~unsigned{group_goals(board, own, stone)};
    for (unsigned rest = goals; rest != 0; rest &= rest - 1) {
      const auto goal = static_cast<std::size_t>(std::countr_zero(rest));
      const auto carrier = edge_bridge_carrier(board, stone, goal);
      if (carrier) add({.stone = stone, .other = {}, .goal = goal, .row = 2, .carrier = *carrier});
    }
  });
  return found;
}

}  // namespace isthmus
