#include "tools/selfplay/openings.hpp"

#include <cmath>
#include <numeric>

#include "tools/openings/balance.hpp"

namespace isthmus::selfplay {

namespace {

// Added to each stone's weight, which is 1 at the most: all of them should be known.
constexpr double kMinWeight = 0.02;

}  // namespace

Openings::Openings(const Game& game, const Evaluator& evaluator, double spread, std::uint64_t seed)
    : shares_(static_cast<std::size_t>(game.board().cell_range())) {
  std::vector<Opening> stones;
  for (Move move : game.legal_moves(game.start())) stones.push_back({move});
  const std::vector<double> scores = black_scores(game, evaluator, stones, seed);
  for (std::size_t i = 0; i < stones.size(); ++i) {
    const double away = (scores[i] - 0.5) / spread;
    shares_[stones[i].front().cell()] = kMinWeight + std::exp(-away * away / 2);
  }
  const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  for (double& share : shares_) share /= sum;
}

Cell Openings::draw(std::mt19937_64& random) const {
  return static_cast<Cell>(std::discrete_distribution<int>(shares_.begin(), shares_.end())(random));
}

}  // namespace isthmus::selfplay
