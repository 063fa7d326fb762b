#include "games/hex/certificate_builder.hpp"

#include <stdexcept>
#include <utility>

#include "engine/game/carrier.hpp"
#include "games/hex/connection_proofs.hpp"

namespace isthmus {

namespace {

// A limit was reached, or a stop requested.
struct Stopped {};

// The fact's number among those that the last needs, which keep their order.
std::vector<ConnectionFact> needed_by(const std::vector<ConnectionFact>& facts, std::size_t last) {
  std::vector<char> is_needed(facts.size());
  is_needed[last] = 1;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (is_needed[i] == 0) continue;
    for (std::size_t part : facts[i].facts) is_needed[part] = 1;
    for (const auto& threat : facts[i].threats) is_needed[threat.fact] = 1;
  }
  std::vector<std::size_t> numbers(facts.size());
  std::vector<ConnectionFact> needed;
  for (std::size_t i = 0; i <= last; ++i) {
    if (is_needed[i] == 0) continue;
    numbers[i] = needed.size();
    ConnectionFact fact = facts[i];
    for (std::size_t& part : fact.facts) part = numbers[part];
    for (auto& threat : fact.threats) threat.fact = numbers[threat.fact];
    needed.push_back(std::move(fact));
  }
  return needed;
}

// A solver that is right never comes here: nothing it says is to be relied on then.
[[noreturn]] void contradict() {
  throw std::runtime_error("no certificate: the solver contradicts itself; please report it");
}

Cell winning_move(const Solution& solution) {
  if (solution.proof != Proof::win || solution.line.empty()) contradict();
  return solution.line.front().cell();
}

}  // namespace

CertificateBuilder::CertificateBuilder(const Game& game,
                                       std::unique_ptr<VirtualConnections> connections,
                                       Solver& solver)
    : game_(game),
      edges_(edges_of(game.board())),
      solver_(solver),
      connections_(std::move(connections)) {}

std::optional<Certificate> CertificateBuilder::build(const Position& position,
                                                     const SolveLimits& limits,
                                                     const std::stop_token& stop) {
  stop_ = stop;
  budget_.emplace(limits, stop);
  facts_.clear();
  try {
    const Solution solution = solve(position);
    const bool wins = solution.proof == Proof::win;
    winner_ = wins ? position.to_move : opponent(position.to_move);
    link_proofs_.emplace(game_.board(), winner_, facts_);
    Certificate certificate{
        .stones = position.stones, .to_move = position.to_move, .winner = winner_};
    Position next = position;
    if (wins) {
      certificate.move = winning_move(solution);
      game_.play(next, Move(*certificate.move));
    }
    certificate.facts = needed_by(facts_, prove(next));
    return certificate;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

// A fact that joins the winner's edges, the opponent being to move.
std::size_t CertificateBuilder::prove(const Position& position) {
  if (budget_->is_spent(0)) throw Stopped();
  const Place place{position.of(winner_), game_.board().cells() - position.occupied()};
  if (const auto known = known_fact(place)) return *known;
  if (position.result == win_for(winner_)) {
    return link_proofs_->prove(edges_, place.stones, {}).value();
  }
  connections_->find(position, winner_);
  ConnectionProofs proofs(game_.board(), place.stones, *connections_, *link_proofs_);
  if (const auto joined = proofs.join_edges()) return *joined;
  return prove_by_answers(position, proofs.edge_threats());
}

std::optional<std::size_t> CertificateBuilder::known_fact(const Place& place) const {
  return link_proofs_->index().find(edges_, place.stones, place.empty);
}

// An answer, after the opponent has taken a cell, to which a fact is known.
std::optional<ConnectionFact::Threat> CertificateBuilder::known_threat(const Place& place,
                                                                       Cell taken) const {
  CellSet empty = place.empty;
  empty.erase(taken);
  return link_proofs_->index().find_threat(edges_, place.stones, empty);
}

// The opponent takes a cell off which there is no answer yet, until there is none such: first those
// that connections answer, then those of the solver's solution, who may have all others.
std::size_t CertificateBuilder::prove_by_answers(const Position& position,
                                                 std::vector<ConnectionFact::Threat> threats) {
  const Solution solution = solve(position);
  const CellSet empty = game_.board().cells() - position.occupied();
  const CellSet relied_on = solution.carrier & empty;
  if (solution.proof != Proof::loss || relied_on.empty()) contradict();
  const Position filled = with_all_but(game_, position, relied_on, opponent(winner_));
  if (filled.result != Result::ongoing) contradict();
  const Place place{position.of(winner_), relied_on};

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
  return link_proofs_->add(
      {.ends = edges_, .rule = ConnectionFact::Rule::any, .threats = std::move(threats)});
}

// Those that an answer needs.
CellSet CertificateBuilder::cells_of(const ConnectionFact::Threat& threat) const {
  CellSet cells = facts_[threat.fact].carrier;
  cells.insert(threat.move);
  return cells;
}

ConnectionFact::Threat CertificateBuilder::answer(Position position, Cell taken) {
  game_.play(position, Move(taken));
  if (position.result != Result::ongoing) contradict();
  const Cell move = winning_move(solve(position));
  game_.play(position, Move(move));
  return {move, prove(position)};
}

Solution CertificateBuilder::solve(const Position& position) {
  if (budget_->is_spent(0)) throw Stopped();
  Solution solution = solver_.solve(position, budget_->left(0), stop_);
  if (solution.proof == Proof::unknown) throw Stopped();
  return solution;
}

}  // namespace isthmus
