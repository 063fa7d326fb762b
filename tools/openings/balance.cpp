#include "tools/openings/balance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace isthmus {

std::vector<double> black_scores(const Game& game, const Evaluator& evaluator,
                                 std::span<const Opening> openings, std::uint64_t seed) {
  constexpr std::size_t kBatch = 256;  // positions that are held at a time
  std::vector<double> scores;
  while (scores.size() < openings.size()) {
    const auto batch =
        openings.subspan(scores.size(), std::min(kBatch, openings.size() - scores.size()));
    std::vector<Position> positions;
    for (const Opening& opening : batch) positions.push_back(play_opening(game, opening));
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) {
      if (position.result == Result::ongoing) requests.push_back({&position, seed, false});
      ++seed;
    }
    std::vector<Evaluation> evaluations(requests.size());
    if (!requests.empty()) evaluator.evaluate(requests, evaluations);
    auto evaluation = evaluations.begin();
    for (const Position& position : positions) {
      scores.push_back(position.result == Result::ongoing
                           ? static_cast<double>((evaluation++)->black_wins)
                           : score(Colour::black, position.result));
    }
  }
  return scores;
}

void Balance::keep_balanced(std::vector<Opening>& openings) {
  if (max_lead_ >= 0.5) return;
  const std::vector<double> scores = black_scores(game_, evaluator_, openings, seed_);
  seed_ += openings.size();
  std::vector<Opening> kept;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    if (std::abs(scores[i] - 0.5) <= max_lead_) kept.push_back(std::move(openings[i]));
  }
  openings = std::move(kept);
}

}  // namespace isthmus
