#pragma once

#include <cstddef>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/fact_store.hpp"

namespace isthmus {

// A position as facts see it, with the pairs that the colour captures filled in with its stones, so
// that they need not be played out one by one.
struct FilledPlace {
  CellSet stones;
  CellSet empty;
  std::vector<CellPair> pairs;  // in the order in which they were filled in
};

// Fills in captured pairs among the candidates. Candidates that the colour can do without become
// the opponent's.
FilledPlace fill_in_pairs(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                          CellSet candidates);

// Makes of a fact that holds in the filled place one of the same ends that holds without the stones
// of its pairs. Pairs and stones that are easily seen not to be needed are left out. No end may be
// a stone of a pair.
std::size_t without_pairs(FactStore& facts, const FilledPlace& filled, std::size_t fact);

}  // namespace isthmus
