#include "games/certificates/certificate_writer.hpp"

#include <utility>
#include <vector>

namespace isthmus {

namespace {

constexpr std::string_view kFactsHeading = "isthmus-facts 1\n";
constexpr int kHeadingLines = 4;
constexpr std::size_t kPart = 1 << 16;  // bytes that are written at a time

// By number, whether the last fact needs it.
std::vector<char> needed_by(const FactStore& facts, std::size_t last) {
  std::vector<char> is_needed(last + 1);
  is_needed[last] = 1;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (is_needed[i] == 0) continue;
    const ConnectionFact fact = facts.fact(i);
    for (std::size_t part : fact.facts) is_needed[part] = 1;
    for (const auto& threat : fact.threats) is_needed[threat.fact] = 1;
  }
  return is_needed;
}

}  // namespace

CertificateWriter::CertificateWriter(const Game& game, bool is_reverse, const Position& position,
                                     Solver& solver, MakeBuilder make_builder)
    : game_(game),
      is_reverse_(is_reverse),
      position_(position),
      solver_(solver),
      make_builder_(std::move(make_builder)) {}

std::optional<std::string> CertificateWriter::make(double seconds, const std::stop_token& stop) {
  const SolveBudget budget({.seconds = seconds}, stop);
  const auto ask = [&](const Position& position) {
    return budget.is_spent(0) ? Solution{} : solver_.solve(position, budget.left(0), stop);
  };
  try {
    const Proof proof = ask(position_).proof;
    if (proof == Proof::unknown) return std::nullopt;
    const bool wins = proof == Proof::win;
    winner_ = wins ? position_.to_move : opponent(position_.to_move);
    Certificate certificate{
        .stones = position_.stones, .to_move = position_.to_move, .winner = winner_};
    Position next = position_;
    if (wins) {
      certificate.move = CertificateBuilder::answer(game_, ask, next).line.front().cell();
    }
    const Colour about = is_reverse_ ? opponent(winner_) : winner_;
    facts_ = std::make_unique<FactStore>(FactRules{game_.board(), about, is_reverse_});
    take_known();
    shown_.store(facts_.get(), std::memory_order_release);
    CertificateWork work{.game = game_, .winner = winner_, .budget = budget, .facts = *facts_};
    std::optional<std::size_t> last;
    if (budget.is_spent(0)) return std::nullopt;
    solver_.solve_apart(budget.left(0), stop, [&](int, const Solver::Ask& ask_apart) {
      try {
        const std::size_t fact = make_builder_(work, ask_apart)->prove(next);
        const std::lock_guard guard(work.mutex);
        if (!work.is_done.exchange(true)) last = fact;
        return true;
      } catch (const CertificateBuilder::Stopped&) {
        return false;
      }
    });
    if (!last) return std::nullopt;
    return text(certificate, *last);
  } catch (const CertificateBuilder::Stopped&) {
    return std::nullopt;
  }
}

std::size_t CertificateWriter::facts() const { return store() == nullptr ? 0 : store()->size(); }

std::string CertificateWriter::facts_heading() const {
  const BoardSize size = game_.size();
  return std::string(kFactsHeading) + "game " + game_.name() + "\nboard " +
         std::to_string(size.columns) + "x" + std::to_string(size.rows) + "\nwinner " +
         (winner_ == Colour::black ? "B" : "W") + "\n";
}

void CertificateWriter::write_more_facts(const WriteText& write) {
  if (store() == nullptr) return;
  std::string text = has_heading_ ? "" : facts_heading();
  const std::size_t count = store()->size();
  for (std::size_t i = written_; i < count; ++i) {
    text += fact_text(game_.board(), store()->fact(i));
    if (text.size() < kPart) continue;
    write(text);
    text.clear();
  }
  write(text);
  has_heading_ = true;
  written_ = count;
}

void CertificateWriter::read_facts(std::string_view text) { known_ = text; }

void CertificateWriter::take_known() {
  if (known_.empty()) return;
  const std::string heading = facts_heading();
  if (!known_.starts_with(heading)) {
    throw CertificateError("they are not of " + game_.name() + " " + size_text(game_.size()) +
                           " and of its winner");
  }
  facts_->read(std::string_view(known_).substr(heading.size()), kHeadingLines);
  known_.clear();
  has_heading_ = true;
  written_ = facts_->size();
}

// Facts that are not needed are left out, and the others keep their order.
std::string CertificateWriter::text(const Certificate& certificate, std::size_t last) const {
  const std::vector<char> is_needed = needed_by(*facts_, last);
  std::vector<std::size_t> numbers(is_needed.size());
  std::string text = heading_text(game_.name(), game_.board(), certificate);
  std::size_t count = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    if (is_needed[i] == 0) continue;
    numbers[i] = count++;
    ConnectionFact fact = facts_->fact(i);
    for (std::size_t& part : fact.facts) part = numbers[part];
    for (auto& threat : fact.threats) threat.fact = numbers[threat.fact];
    text += fact_text(game_.board(), fact);
  }
  return text;
}

}  // namespace isthmus
