#include "games/hex/joining_builder.hpp"

#include <utility>

#include "engine/game/carrier.hpp"
#include "games/hex/connection_proofs.hpp"

namespace isthmus {

JoiningBuilder::JoiningBuilder(const Game& game, std::unique_ptr<VirtualConnections> connections,
                               Solver& solver)
    : CertificateBuilder(game, false, solver), connections_(std::move(connections)) {}

// A fact that joins the winner's edges, the opponent being to move.
std::size_t JoiningBuilder::prove(const Position& position) {
  check_budget();
  const Place place{position.of(winner()), game().board().cells() - position.occupied()};
  if (const auto known = known_fact(place)) return *known;
  if (position.result == win_for(winner())) {
    return links().prove(edges(), place.stones, {}).value();
  }
  connections_->find(position, winner());
  ConnectionProofs proofs(game().board(), place.stones, *connections_, links());
  if (const auto joined = proofs.join_edges()) return *joined;
  return prove_by_answers(position, proofs.edge_threats());
}

std::optional<std::size_t> JoiningBuilder::known_fact(const Place& place) {
  return links().index().find(edges(), place.stones, place.empty);
}

// An answer, after the opponent has taken a cell, to which a fact is known.
std::optional<ConnectionFact::Threat> JoiningBuilder::known_threat(const Place& place, Cell taken) {
  CellSet empty = place.empty;
  empty.erase(taken);
  return links().index().find_threat(edges(), place.stones, empty);
}

// The opponent takes a cell off which there is no answer yet, until there is none such: first those
// that connections answer, then those of the solver's solution, who may have all others.
std::size_t JoiningBuilder::prove_by_answers(const Position& position,
                                             std::vector<ConnectionFact::Threat> threats) {
  const Solution solution = solve(position);
  const CellSet empty = game().board().cells() - position.occupied();
  const CellSet relied_on = solution.carrier & empty;
  if (solution.proof != Proof::loss || relied_on.empty()) contradict();
  const Position filled = with_all_but(game(), position, relied_on, opponent(winner()));
  if (filled.result != Result::ongoing) contradict();
  const Place place{position.of(winner()), relied_on};

  CellSet open = empty;
  for (const ConnectionFact::Threat& threat : threats) open = open & cells_of(threat);
  while (!open.empty()) {
    if (const auto known = known_fact(place)) return *known;
    // An answer in what is relied on leaves nothing else open.
    const CellSet among = open & relied_on;
    const Cell taken = among.empty() ? relied_on.first() : among.first();
    const auto known = known_threat(place, taken);
    threats.push_back(known ? *known : answer(filled, taken));
    open = open & cells_of(threats.back());
  }
  return links().add(
      {.ends = edges(), .rule = ConnectionFact::Rule::any, .threats = std::move(threats)});
}

// Those that an answer needs.
CellSet JoiningBuilder::cells_of(const ConnectionFact::Threat& threat) const {
  CellSet cells = facts()[threat.fact].carrier;
  cells.insert(threat.move);
  return cells;
}

ConnectionFact::Threat JoiningBuilder::answer(Position position, Cell taken) {
  game().play(position, Move(taken));
  if (position.result != Result::ongoing) contradict();
  Cell move{};
  const Position next = after_answer(position, move);
  return {move, prove(next)};
}

}  // namespace isthmus
