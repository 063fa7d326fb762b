#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "engine/theory/theory.hpp"
#include "games/hex/certificate_builder.hpp"

namespace isthmus {

// Makes certificates of Hex and Y: of the winner's chains by a search for connections, and else by
// his answers.
class JoiningBuilder : public CertificateBuilder {
 public:
  // The more connections a search keeps, the more often it is seen how one comes of others.
  JoiningBuilder(const Game& game, std::unique_ptr<VirtualConnections> connections, Solver& solver);

 protected:
  std::size_t prove(const Position& position) override;

 private:
  std::optional<std::size_t> known_fact(const Place& place);
  std::optional<ConnectionFact::Threat> known_threat(const Place& place, Cell taken);

  CellSet cells_of(const ConnectionFact::Threat& threat) const;

  std::size_t prove_by_answers(const Position& position,
                               std::vector<ConnectionFact::Threat> threats);
  ConnectionFact::Threat answer(Position position, Cell taken);

  std::unique_ptr<VirtualConnections> connections_;
};

}  // namespace isthmus
