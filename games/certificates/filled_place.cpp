#include "games/certificates/filled_place.hpp"

#include <algorithm>
#include <utility>

#include "games/certificates/captured_pair.hpp"

namespace isthmus {

namespace {

CellSet cells_of(const CellPair& pair) {
  CellSet cells;
  for (const Cell cell : pair) cells.insert(cell);
  return cells;
}

// Whether a fact with these stones and this carrier has one without the pairs, taken out one by
// one.
bool are_captured(const FactRules& rules, CellSet stones, CellSet carrier,
                  const std::vector<CellPair>& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const CellPair& pair) {
    if (!is_captured(rules, stones, carrier, pair)) return false;
    stones = stones - cells_of(pair);
    carrier = carrier | cells_of(pair);
    return true;
  });
}

}  // namespace

FilledPlace fill_in_pairs(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                          CellSet candidates) {
  FilledPlace filled{stones, empty, {}};
  const auto fill = [&](const CellPair& pair) {
    const CellSet both = cells_of(pair);
    if (!(both - candidates).empty()) return false;
    if (!is_captured(rules, filled.stones, filled.empty - both, pair)) return false;
    filled.pairs.push_back(pair);
    filled.stones = filled.stones | both;
    filled.empty = filled.empty - both;
    candidates = candidates - both;
    return true;
  };
  for (bool has_more = true; has_more;) {
    has_more = false;
    candidates.for_each([&](Cell cell) {
      CellSet rest = filled.empty;
      rest.erase(cell);
      if (!is_needless(rules, filled.stones, rest, cell)) return;
      filled.empty = rest;
      candidates.erase(cell);
      has_more = true;
    });
    const CellSet before = candidates;
    before.for_each([&](Cell cell) {
      before.for_each([&](Cell other) {
        if (cell < other && fill({cell, other})) has_more = true;
      });
    });
  }
  return filled;
}

std::size_t without_pairs(FactStore& facts, const FilledPlace& filled, std::size_t fact) {
  const FactNeeds needs = facts.needs(fact);
  CellSet of_pairs;
  for (const CellPair& pair : filled.pairs) of_pairs = of_pairs | cells_of(pair);
  if ((needs.stones & of_pairs).empty()) return fact;
  // What was filled in last is taken out first. All stones suffice; leave out what is not needed.
  std::vector<CellPair> pairs(filled.pairs.rbegin(), filled.pairs.rend());
  CellSet stones = filled.stones;
  const auto try_fewer = [&](const CellSet& fewer, const std::vector<CellPair>& of_these) {
    if (!are_captured(facts.rules(), fewer, needs.carrier, of_these)) return false;
    stones = fewer;
    return true;
  };
  for (std::size_t i = 0; i < pairs.size();) {
    std::vector<CellPair> others = pairs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const CellSet both = cells_of(pairs[i]);
    if ((needs.stones & both).empty() && try_fewer(stones - both, others)) {
      pairs = std::move(others);
    } else {
      ++i;
    }
  }
  (filled.stones - needs.stones).for_each([&](Cell stone) {
    CellSet fewer = stones;
    fewer.erase(stone);
    try_fewer(fewer, pairs);
  });
  return facts.add({.ends = needs.ends,
                    .rule = ConnectionFact::Rule::fill,
                    .facts = {fact},
                    .links = stones - needs.stones,
                    .pairs = std::move(pairs)});
}

}  // namespace isthmus
