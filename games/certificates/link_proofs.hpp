#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>

#include "engine/board/board.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/fact_store.hpp"

namespace isthmus {

// Proves connections with small carriers, by trying everything.
class LinkProofs {
 public:
  // Facts are added to these, which must outlive this.
  explicit LinkProofs(FactStore& facts) : rules_(facts.rules()), facts_(facts) {}

  // The number of a fact that joins the ends with some of these stones and some of these cells;
  // nothing where there is none, or it would take too long to find out.
  std::optional<std::size_t> prove(const Ends& ends, const CellSet& stones, const CellSet& empty);

  FactStore& facts() { return facts_; }
  // The end itself, or if it is an edge, those of the stones that are at it.
  CellSet touching(Cell end, const CellSet& stones) const;

 private:
  std::optional<std::size_t> search(const CellSet& stones, const CellSet& empty);
  std::optional<std::size_t> prove_chain(const CellSet& stones);
  CellSet shortest_chain(const CellSet& stones) const;
  CellSet shortest_way(const CellSet& from, const CellSet& to, const CellSet& stones) const;
  std::optional<std::size_t> prove_by_answers(const CellSet& stones, const CellSet& empty);

  FactRules rules_;
  FactStore& facts_;
  Ends ends_{};
  int steps_ = 0;
  // By ends, stones and empty cells.
  std::map<std::tuple<Ends, CellSet, CellSet>, std::optional<std::size_t>> known_;
};

}  // namespace isthmus
