#include "tools/book/choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace isthmus::book {

Interval likely_mean(double points, std::int64_t games) {
  constexpr double kNormal95 = 1.959964;  // 97.5% quantile of the normal
  const auto count = static_cast<double>(games);
  return wilson_interval(points / count, count, kNormal95);
}

Interval likely_mean(const BookMove& move) {
  if (move.proof == Proof::unknown) return likely_mean(move.counts.points, move.counts.games);
  const double score = expected_score(move.proof);
  return {score, score};
}

std::optional<Move> choose(const Game& game, const Position& position,
                           std::span<const BookMove> moves, const ChoiceRule& rule,
                           std::mt19937_64& random) {
  const bool may_be_swapped = game.next_may_swap(position);
  std::vector<BookMove> known;
  for (const BookMove& move : moves) {
    if (move.proof == Proof::win && !may_be_swapped) return std::nullopt;
    const bool is_decided = move.proof == Proof::win || move.proof == Proof::loss;
    if (!is_decided && move.counts.games >= rule.games) known.push_back(move);
  }
  if (known.empty()) return std::nullopt;

  const auto bound = [&](const BookMove& move) {
    const Interval mean = likely_mean(move);
    return may_be_swapped ? std::min(mean.low, 1 - mean.high) : mean.low;
  };
  const BookMove& best =
      *std::max_element(known.begin(), known.end(),
                        [&](const BookMove& a, const BookMove& b) { return bound(a) < bound(b); });
  const double mean = best.proof == Proof::draw ? expected_score(best.proof) : best.mean();
  if (game.may_swap(position) && mean < 0.5) return game.legal_moves(position).back();
  if (rule.temperature == 0) return best.move;

  // Relative to the largest, so that no power is too large for a number.
  std::int64_t most = 0;
  for (const BookMove& move : known) most = std::max(most, move.counts.games);
  std::vector<double> weights;
  for (const BookMove& move : known) {
    const double share = static_cast<double>(move.counts.games) / static_cast<double>(most);
    weights.push_back(std::pow(share, 1 / rule.temperature));
  }
  std::discrete_distribution<std::size_t> drawn(weights.begin(), weights.end());
  return known[drawn(random)].move;
}

}  // namespace isthmus::book
