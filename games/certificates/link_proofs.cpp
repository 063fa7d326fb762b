#include "games/certificates/link_proofs.hpp"

#include <utility>
#include <vector>

namespace isthmus {

namespace {

constexpr int kMaxSteps = 20'000;
constexpr std::size_t kMaxKnown = 100'000;  // answers that are remembered

}  // namespace

std::optional<std::size_t> LinkProofs::prove(const Ends& ends, const CellSet& stones,
                                             const CellSet& empty) {
  ends_ = ends;
  steps_ = 0;
  if (known_.size() > kMaxKnown) known_.clear();
  return search(stones, empty);
}

std::optional<std::size_t> LinkProofs::search(const CellSet& stones, const CellSet& empty) {
  const auto [place, is_new] = known_.try_emplace({ends_, stones, empty});
  if (!is_new) return place->second;
  if (++steps_ > kMaxSteps) {
    known_.erase(place);
    return std::nullopt;
  }
  auto fact = facts_.find(ends_, stones, empty);
  if (!fact) fact = prove_chain(stones);
  if (!fact) fact = prove_by_answers(stones, empty);
  if (steps_ > kMaxSteps && !fact) {
    known_.erase(place);
  } else {
    place->second = fact;
  }
  return fact;
}

std::optional<std::size_t> LinkProofs::prove_chain(const CellSet& stones) {
  const CellSet chain = shortest_chain(stones);
  if (chain.empty()) return std::nullopt;
  return facts_.add({.ends = ends_, .links = chain});
}

// Of the ends: of two by the fewest stones, of three by few. None where there is no chain.
CellSet LinkProofs::shortest_chain(const CellSet& stones) const {
  const CellSet from = touching(ends_[0], stones), to = touching(ends_[1], stones);
  if (ends_[2] == kNoThirdEnd) return shortest_way(from, to, stones);
  const CellSet third = touching(ends_[2], stones);
  CellSet chain;
  from.for_each([&](Cell cell) {  // as not all of these need be of the chain
    if (!chain.empty()) return;
    CellSet start;
    start.insert(cell);
    const CellSet two = shortest_way(start, to, stones);
    const CellSet rest = shortest_way(two, third, stones);
    if (!rest.empty()) chain = two | rest;
  });
  return chain;
}

// None where there is no way.
CellSet LinkProofs::shortest_way(const CellSet& from, const CellSet& to,
                                 const CellSet& stones) const {
  std::map<Cell, Cell> before;  // by stone, the one before it on a shortest way
  std::vector<Cell> reached;
  from.for_each([&](Cell cell) {
    before[cell] = cell;
    reached.push_back(cell);
  });
  CellSet way;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (to.contains(reached[i])) {
      Cell cell = reached[i];
      for (way.insert(cell); before[cell] != cell; way.insert(cell)) cell = before[cell];
      return way;
    }
    for (Cell next : rules_.board.neighbours(reached[i])) {
      if (stones.contains(next) && before.try_emplace(next, reached[i]).second) {
        reached.push_back(next);
      }
    }
  }
  return way;
}

// By answers, more of them until no cell is needed by all. `open` has the cells that all so far
// need: the opponent takes the first, and all answers to that are tried.
std::optional<std::size_t> LinkProofs::prove_by_answers(const CellSet& stones,
                                                        const CellSet& empty) {
  ConnectionFact fact{.ends = ends_, .rule = ConnectionFact::Rule::any};
  CellSet open = empty;
  while (!open.empty()) {
    CellSet left = empty;
    left.erase(open.first());
    bool is_answered = false;
    for (CellSet moves = left; !moves.empty() && !is_answered;) {
      const Cell move = moves.first();
      moves.erase(move);
      CellSet more = stones, rest = left;
      more.insert(move);
      rest.erase(move);
      const auto after = search(more, rest);
      if (!after) continue;
      fact.threats.push_back({move, *after});
      open = open & facts_.cells_of(fact.threats.back());
      is_answered = true;
    }
    if (!is_answered) return std::nullopt;
  }
  if (fact.threats.empty()) return std::nullopt;
  return facts_.add(std::move(fact));
}

CellSet LinkProofs::touching(Cell end, const CellSet& stones) const {
  CellSet cells;
  if (end < kMaxCells) {
    cells.insert(end);
    return cells;
  }
  const unsigned goal = goal_of(rules_.board, rules_.colour, end);
  stones.for_each([&](Cell cell) {
    if ((rules_.board.goals(cell) & goal) != 0) cells.insert(cell);
  });
  return cells;
}

}  // namespace isthmus
