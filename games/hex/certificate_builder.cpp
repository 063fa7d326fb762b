#include "games/hex/certificate_builder.hpp"

#include <stdexcept>
#include <utility>

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

}  // namespace

CertificateBuilder::CertificateBuilder(const Game& game, bool is_reverse, Solver& solver)
    : game_(game), is_reverse_(is_reverse), edges_(edges_of(game.board())), solver_(solver) {}

std::optional<Certificate> CertificateBuilder::build(const Position& position,
                                                     const SolveLimits& limits,
                                                     const std::stop_token& stop) {
  stop_ = stop;
  budget_.emplace(limits, stop);
  facts_.clear();
  try {
    const bool wins = solve(position).proof == Proof::win;
    winner_ = wins ? position.to_move : opponent(position.to_move);
    const Colour about = is_reverse_ ? opponent(winner_) : winner_;
    links_.emplace(FactRules{game_.board(), about, is_reverse_}, facts_);
    Certificate certificate{
        .stones = position.stones, .to_move = position.to_move, .winner = winner_};
    Position next = position;
    if (wins) next = after_answer(position, certificate.move.emplace());
    certificate.facts = needed_by(facts_, prove(next));
    return certificate;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

void CertificateBuilder::check_budget() const {
  if (budget_->is_spent(0)) throw Stopped();
}

Solution CertificateBuilder::solve(const Position& position) {
  check_budget();
  Solution solution = solver_.solve(position, budget_->left(0), stop_);
  if (solution.proof == Proof::unknown) throw Stopped();
  return solution;
}

Position CertificateBuilder::after_answer(Position position, Cell& move) {
  const Solution solution = solve(position);
  if (solution.proof != Proof::win || solution.line.empty()) contradict();
  move = solution.line.front().cell();
  game_.play(position, Move(move));
  return position;
}

void CertificateBuilder::contradict() {
  throw std::runtime_error("no certificate: the solver contradicts itself; please report it");
}

}  // namespace isthmus
