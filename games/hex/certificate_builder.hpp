#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/theory/solver.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/certificate.hpp"
#include "games/hex/link_proofs.hpp"

namespace isthmus {

// Makes certificates by asking a solver for moves that win, and a search of connections for chains.
// What these say is trusted only as far as the facts follow that come of it.
class CertificateBuilder {
 public:
  // The game and its solver must outlive this. The more connections a search keeps, the more often
  // it is seen how one comes of others.
  CertificateBuilder(const Game& game, std::unique_ptr<VirtualConnections> connections,
                     Solver& solver);

  // Of an unfinished position; nothing where a limit or a stop came first. Throws
  // std::runtime_error where what the solver says does not fit together.
  std::optional<Certificate> build(const Position& position, const SolveLimits& limits,
                                   const std::stop_token& stop);

 private:
  // What is the winner's: stones, and cells that he may rely on.
  struct Place {
    CellSet stones;
    CellSet empty;
  };
  std::size_t prove(const Position& position);
  std::optional<std::size_t> known_fact(const Place& place) const;
  std::optional<ConnectionFact::Threat> known_threat(const Place& place, Cell taken) const;

  CellSet cells_of(const ConnectionFact::Threat& threat) const;

  std::size_t prove_by_answers(const Position& position,
                               std::vector<ConnectionFact::Threat> threats);
  ConnectionFact::Threat answer(Position position, Cell taken);
  Solution solve(const Position& position);

  const Game& game_;
  Ends edges_;
  Solver& solver_;
  std::unique_ptr<VirtualConnections> connections_;
  std::stop_token stop_;
  std::optional<SolveBudget> budget_;
  Colour winner_ = Colour::black;
  std::vector<ConnectionFact> facts_;
  std::optional<LinkProofs> link_proofs_;
};

}  // namespace isthmus
