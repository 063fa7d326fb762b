#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/board/board.hpp"
#include "games/hex/certificate.hpp"
#include "games/hex/fact_index.hpp"

namespace isthmus {

// Proves connections with small carriers, by trying everything.
class LinkProofs {
 public:
  // Facts are added to these, which must outlive this, as must the board.
  LinkProofs(const FactRules& rules, std::vector<ConnectionFact>& facts)
      : rules_(rules), facts_(facts), index_(rules.board.cell_range()) {}

  // The number of a fact that joins the ends with some of these stones and some of these cells;
  // nothing where there is none, or it would take too long to find out.
  std::optional<std::size_t> prove(const Ends& ends, const CellSet& stones, const CellSet& empty);

  const std::vector<ConnectionFact>& facts() const { return facts_; }
  // The facts by what they need; in Rex those with even carriers by themselves, as kind 0, and
  // those with odd ones as kind 1.
  const FactIndex& index() const { return index_; }
  // Adds a fact, whose stones and carrier are worked out, and returns its number; or that of one
  // that needs no more, where there is one. Throws CertificateError where it does not follow from
  // those before.
  std::size_t add(ConnectionFact fact);
  // An end itself, or those of the stones that are at an edge.
  CellSet touching(Cell end, const CellSet& stones) const;

 private:
  std::optional<std::size_t> search(const CellSet& stones, const CellSet& empty);
  std::optional<std::size_t> prove_chain(const CellSet& stones);
  CellSet shortest_chain(const CellSet& stones) const;
  CellSet shortest_way(const CellSet& from, const CellSet& to, const CellSet& stones) const;
  std::optional<std::size_t> prove_by_answers(const CellSet& stones, const CellSet& empty);

  int kind_of(const ConnectionFact& fact) const {
    return rules_.is_forced ? fact.carrier.size() % 2 : 0;
  }

  FactRules rules_;
  std::vector<ConnectionFact>& facts_;
  FactIndex index_;
  Ends ends_{};
  int steps_ = 0;
  // By ends, stones and empty cells.
  std::map<std::tuple<Ends, CellSet, CellSet>, std::optional<std::size_t>> known_;
};

}  // namespace isthmus
