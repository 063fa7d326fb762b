#include "tools/selfplay/openings.hpp"

#include <cmath>
#include <numeric>

#include "engine/random/splitmix.hpp"

namespace isthmus::selfplay {

namespace {

// Added to each stone's weight, which is 1 at the most: all of them should be known.
constexpr double kMinWeight = 0.02;

}  // namespace

Openings::Openings(const Game& game, const Evaluator& evaluator, double spread, std::uint64_t seed)
    : shares_(static_cast<std::size_t>(game.board().cell_range())) {
  const std::vector<Move> moves = game.legal_moves(game.start());
  std::vector<Position> positions;
  for (Move move : moves) game.play(positions.emplace_back(game.start()), move);
  std::vector<EvaluationRequest> requests;
  SplitMix64 seeds(seed);
  for (const Position& position : positions) requests.push_back({&position, seeds()});
  std::vector<Evaluation> evaluations(requests.size());
  evaluator.evaluate(requests, evaluations);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double away = (evaluations[i].black_wins - 0.5) / spread;
    shares_[moves[i].cell()] = kMinWeight + std::exp(-away * away / 2);
  }
  const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  for (double& share : shares_) share /= sum;
}

Cell Openings::draw(std::mt19937_64& random) const {
  return static_cast<Cell>(std::discrete_distribution<int>(shares_.begin(), shares_.end())(random));
}

}  // namespace isthmus::selfplay
