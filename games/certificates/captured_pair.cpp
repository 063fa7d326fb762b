#include "games/certificates/captured_pair.hpp"

#include <algorithm>
#include <vector>

namespace isthmus {

namespace {

// What a colour touches beside a cell: a stone, an empty cell or an edge.
struct Touched {
  Cell what;
  // The chains that it is part of or touches, and the edges that it or these are at, as bits.
  CellSet chains = {};
  unsigned edges = 0;
};

class Surroundings {
 public:
  Surroundings(const FactRules& rules, const CellSet& stones, const CellSet& empty)
      : rules_(rules), ends_(edges_of(rules.board)), stones_(stones), empty_(empty) {}

  std::vector<Touched> touched(Cell cell) const {
    std::vector<Touched> all;
    for (const Cell near : rules_.board.neighbours(cell)) {
      if (stones_.contains(near) || empty_.contains(near)) all.push_back(touched_by(near));
    }
    for (const Cell edge : all_of(ends_)) {
      if ((edges_at(cell) & bit(edge)) != 0) all.push_back({.what = edge, .edges = bit(edge)});
    }
    return all;
  }

  // Whether both touch, or touch stones of one chain. In Y an edge joins nothing to each other.
  bool are_joined(const Touched& a, const Touched& b) const {
    if (!(a.chains & b.chains).empty()) return true;
    const bool is_by_edge = edges_join(rules_.board) || is_edge(a.what) != is_edge(b.what);
    if (is_by_edge && (a.edges & b.edges) != 0) return true;
    if (is_edge(a.what) || is_edge(b.what)) return false;
    const auto& near = rules_.board.neighbours(a.what);
    return std::find(near.begin(), near.end(), b.what) != near.end();
  }

 private:
  unsigned bit(Cell edge) const { return 1U << (edge - ends_[0]); }
  unsigned edges_at(Cell cell) const {
    unsigned edges = 0;
    for (const Cell edge : all_of(ends_)) {
      if ((rules_.board.goals(cell) & goal_of(rules_.board, rules_.colour, edge)) != 0) {
        edges |= bit(edge);
      }
    }
    return edges;
  }

  // A stone or an empty cell, with the chains beside it, and in Hex those at its edges.
  Touched touched_by(Cell cell) const {
    Touched touched{.what = cell, .edges = edges_at(cell)};
    std::vector<Cell> fresh{cell};
    const auto add = [&](Cell stone) {
      if (!stones_.contains(stone) || touched.chains.contains(stone)) return;
      touched.chains.insert(stone);
      touched.edges |= edges_at(stone);
      fresh.push_back(stone);
    };
    add(cell);
    unsigned seen = 0;  // of the edges
    while (!fresh.empty()) {
      const Cell next = fresh.back();
      fresh.pop_back();
      for (const Cell near : rules_.board.neighbours(next)) add(near);
      if (!edges_join(rules_.board) || seen == touched.edges) continue;
      seen = touched.edges;
      stones_.for_each([&](Cell stone) {
        if ((edges_at(stone) & seen) != 0) add(stone);
      });
    }
    return touched;
  }

  const FactRules& rules_;
  const Ends ends_;
  const CellSet& stones_;
  const CellSet& empty_;
};

}  // namespace

bool is_needless(const FactRules& rules, const CellSet& stones, const CellSet& empty, Cell cell) {
  const Surroundings surroundings(rules, stones, empty);
  const std::vector<Touched> all = surroundings.touched(cell);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!surroundings.are_joined(all[i], all[k])) return false;
    }
  }
  return true;
}

bool is_captured(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                 const CellPair& pair) {
  const auto dies = [&](Cell cell, Cell killer) {
    CellSet own = stones;
    own.erase(cell);
    own.insert(killer);
    return is_needless(rules, own, empty, cell);
  };
  return dies(pair[0], pair[1]) && dies(pair[1], pair[0]);
}

}  // namespace isthmus
