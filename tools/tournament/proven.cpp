#include "tools/tournament/proven.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/base/union_find.hpp"
#include "engine/playout/bridges.hpp"

namespace isthmus::tournament {

namespace {

// The groups of one colour's stones, and the edges that each touches.
class Groups {
 public:
  Groups(const Board& board, const CellSet& stones)
      : board_(board), stones_(stones), sets_(static_cast<std::size_t>(board.cell_range())) {
    stones.for_each([&](Cell cell) {
      edges_[cell] = board.edges(cell);
      for (Cell next : board.neighbours(cell)) {
        if (stones.contains(next)) unite(cell, next);
      }
    });
  }

  // The groups next to a cell, by the stones that stand for them now.
  std::vector<std::size_t> beside(Cell cell) {
    std::vector<std::size_t> groups;
    for (Cell next : board_.neighbours(cell)) {
      if (stones_.contains(next)) groups.push_back(sets_.find(next));
    }
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
  }

  void unite(std::size_t a, std::size_t b) {
    const auto edges = static_cast<std::uint8_t>(edges_of(a) | edges_of(b));
    sets_.unite(a, b);
    edges_[sets_.find(a)] = edges;
  }
  void touch(std::size_t group, std::uint8_t edges) { edges_[sets_.find(group)] |= edges; }
  std::uint8_t edges_of(std::size_t group) { return edges_[sets_.find(group)]; }

 private:
  const Board& board_;
  const CellSet& stones_;
  UnionFind<kMaxCells> sets_;
  std::array<std::uint8_t, kMaxCells> edges_{};  // of what stands for a set
};

// Whether one group touches all the edges when of each pair of cells the opponent gets just one:
// then what both cells join is joined.
bool joins(const Board& board, const CellSet& stones,
           const std::vector<std::pair<Cell, Cell>>& pairs, unsigned goal) {
  Groups groups(board, stones);
  struct Link {
    std::vector<std::size_t> groups;
    std::uint8_t edges;
  };
  std::vector<Link> links;
  for (const auto& [a, b] : pairs) {
    const auto of_a = groups.beside(a), of_b = groups.beside(b);
    Link link{.groups = {}, .edges = static_cast<std::uint8_t>(board.edges(a) & board.edges(b))};
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          std::back_inserter(link.groups));
    if (!link.groups.empty()) links.push_back(std::move(link));
  }
  for (const Link& link : links) {
    for (std::size_t group : link.groups) groups.unite(link.groups.front(), group);
    groups.touch(link.groups.front(), link.edges);
  }
  bool joined = false;
  stones.for_each([&](Cell cell) { joined = joined || (groups.edges_of(cell) & goal) == goal; });
  return joined;
}

unsigned goal_of(const Board& board, Colour colour) {
  if (board.shape() == Board::Shape::triangle) {
    return Board::kTop | Board::kLeft | Board::kDiagonal;
  }
  return colour == Colour::black ? Board::kTop | Board::kBottom : Board::kLeft | Board::kRight;
}

}  // namespace

std::optional<Colour> proven_winner(const Game& game, const Position& position) {
  const auto rule = game.fill_rule();
  if (!rule || !rule->connection_wins || game.may_swap(position)) return std::nullopt;
  const Board& board = game.board();
  const auto pairs = find_bridges(board, position.of(Colour::black), position.of(Colour::white));
  for (Colour colour : {Colour::black, Colour::white}) {
    if (joins(board, position.of(colour), pairs, goal_of(board, colour))) return colour;
  }
  return std::nullopt;
}

}  // namespace isthmus::tournament
