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
  std::vector<double> black_wins;  // by move
  std::vector<std::size_t> asked;  // whose game goes on
  SplitMix64 seeds(seed);
  for (const Position& position : positions) {
    const Result result = position.result;
    black_wins.push_back(result == Result::black ? 1 : result == Result::white ? 0 : 0.5);
    const std::uint64_t of_position = seeds();
    if (result != Result::ongoing) continue;
    asked.push_back(black_wins.size() - 1);
    requests.push_back({&position, of_position});
  }
  std::vector<Evaluation> evaluations(requests.size());
  if (!requests.empty()) evaluator.evaluate(requests, evaluations);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    black_wins[asked[i]] = static_cast<double>(evaluations[i].black_wins);
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double away = (black_wins[i] - 0.5) / spread;
    shares_[moves[i].cell()] = kMinWeight + std::exp(-away * away / 2);
  }
  const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  for (double& share : shares_) share /= sum;
}

Cell Openings::draw(std::mt19937_64& random) const {
  return static_cast<Cell>(std::discrete_distribution<int>(shares_.begin(), shares_.end())(random));
}

}  // namespace isthmus::selfplay
