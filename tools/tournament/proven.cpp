#include "tools/tournament/proven.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/base/union_find.hpp"
#include "engine/fills/bridges.hpp"

namespace isthmus::tournament {

namespace {

// The groups of one colour's stones, and the goals that each touches.
class Groups {
 public:
  Groups(const Board& board, const CellSet& stones)
      : board_(board), stones_(stones), sets_(static_cast<std::size_t>(board.cell_range())) {
    stones.for_each([&](Cell cell) {
      goals_[cell] = board.goals(cell);
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
    const auto goals = static_cast<Board::Goals>(goals_of_group(a) | goals_of_group(b));
    sets_.unite(a, b);
    goals_[sets_.find(a)] = goals;
  }
  void touch(std::size_t group, Board::Goals goals) { goals_[sets_.find(group)] |= goals; }
  Board::Goals goals_of_group(std::size_t group) { return goals_[sets_.find(group)]; }

 private:
  const Board& board_;
  const CellSet& stones_;
  UnionFind<kMaxCells> sets_;
  std::array<Board::Goals, kMaxCells> goals_{};  // of what stands for a set
};

// Whether one group touches all the goals when of each pair of cells the opponent gets just one:
// then what both cells join is joined.
bool joins(const Board& board, const CellSet& stones,
           const std::vector<std::pair<Cell, Cell>>& pairs, unsigned goal) {
  Groups groups(board, stones);
  struct Link {
    std::vector<std::size_t> groups;
    Board::Goals goals;
  };
  std::vector<Link> links;
  for (const auto& [a, b] : pairs) {
    const auto of_a = groups.beside(a), of_b = groups.beside(b);
    Link link{.groups = {}, .goals = static_cast<Board::Goals>(board.goals(a) & board.goals(b))};
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          std::back_inserter(link.groups));
    if (!link.groups.empty()) links.push_back(std::move(link));
  }
  for (const Link& link : links) {
    for (std::size_t group : link.groups) groups.unite(link.groups.front(), group);
    groups.touch(link.groups.front(), link.goals);
  }
  bool joined = false;
  stones.for_each(
      [&](Cell cell) { joined = joined || (groups.goals_of_group(cell) & goal) == goal; });
  return joined;
}

}  // namespace

std::optional<Colour> proven_winner(const Game& game, const Position& position) {
  const auto rule = game.fill_rule();
  if (!rule || !rule->connection_wins || game.may_swap(position)) return std::nullopt;
  const Board& board = game.board();
  const auto pairs = find_bridges(board, position.of(Colour::black), position.of(Colour::white));
  for (Colour colour : {Colour::black, Colour::white}) {
    if (joins(board, position.of(colour), pairs, board.goals_of(colour))) return colour;
  }
  return std::nullopt;
}

}  // namespace isthmus::tournament
