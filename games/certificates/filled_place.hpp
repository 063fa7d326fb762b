#pragma once

#include <cstddef>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/fact_store.hpp"

namespace isthmus {

// What facts need of a position, and its pairs that the colour captures filled in with its stones,
// so that they need not be played out one by one.
struct FilledPlace {
  CellSet stones;
  CellSet empty;
  std::vector<CellPair> pairs;  // in the order in which they were filled in
};

// Fills in pairs among the candidates; candidates without which the colour can do are no longer
// empty, but the opponent's.
FilledPlace fill_in_pairs(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                          CellSet candidates);

// Of a fact that holds in the filled place, one of the same ends that holds without the stones of
// its pairs: as few pairs and other stones more are needed as is easily seen. The ends must not be
// stones of pairs.
std::size_t without_pairs(FactStore& facts, const FilledPlace& filled, std::size_t fact);

}  // namespace isthmus
