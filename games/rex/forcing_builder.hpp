#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "games/hex/certificate_builder.hpp"

namespace isthmus {

// Makes certificates of Rex: of how the loser is made to join his edges, whatever he plays.
class ForcingBuilder : public CertificateBuilder {
 public:
  ForcingBuilder(CertificateWork& work, const Solver::Ask& ask) : CertificateBuilder(work, ask) {}

  std::size_t prove(const Position& position) override;

 private:
  // Two cells of which either joins two chains.
  struct Pair {
    std::size_t from, to;
    CellSet cells;
  };
  struct Chain {
    Cell end;  // an edge, or one of the stones
    CellSet stones;
    CellSet liberties;
  };

  std::optional<std::size_t> known_fact(const Place& place);
  std::size_t prove_by_moves(const Position& position);
  std::size_t prove_after(Position position, Cell move, const CellSet& carrier);
  std::optional<std::size_t> prove_by_pairs(const Place& place);
  std::size_t prove_pair(const Chain& from, const Chain& to, const CellSet& pair);
  std::vector<Chain> chains_of(const Place& place);

  Place place_of(const Position& position) const;
  static Place after(Place place, Cell move);
};

}  // namespace isthmus
