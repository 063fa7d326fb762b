#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "games/certificates/certificate_builder.hpp"

namespace isthmus {

// Makes certificates of Rex: they show how the loser is made to join his edges, whatever he plays.
class ForcingBuilder : public CertificateBuilder {
 public:
  ForcingBuilder(CertificateWork& work, const Solver::Ask& ask) : CertificateBuilder(work, ask) {}

  std::size_t prove(const Position& position) override;

 private:
  // What joins two chains: a pair of cells, of which either does; or a stone more of the loser's,
  // with pairs that join it to chains that it does not touch.
  struct Link {
    std::size_t from, to;
    std::vector<CellSet> pairs;
    std::optional<Cell> stone;
  };
  struct Chain {
    Cell end;  // an edge, or one of the stones
    CellSet stones;
    CellSet liberties;
  };

  std::optional<std::size_t> known_fact(const Place& place);
  std::size_t prove_by_moves(const Position& position);
  std::size_t prove_after(Position position, Cell move, const CellSet& carrier);
  std::optional<std::size_t> prove_by_links(const Place& place, bool may_be_odd);
  std::vector<Link> links_between(const std::vector<Chain>& chains, std::size_t from,
                                  std::size_t to, const CellSet& free, bool with_stone) const;
  std::size_t prove_link(const Ends& ends, const CellSet& stones, const Link& link);
  std::vector<Chain> chains_of(const Place& place);

  Place place_of(const Position& position) const;
  static Place after(Place place, Cell move);
};

}  // namespace isthmus
