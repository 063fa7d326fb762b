#include "tools/tournament/elo.hpp"

#include <cmath>

namespace isthmus::tournament {

EloEstimate estimate_elo(std::span<const double> pair_scores) {
  constexpr double kNormal95 = 1.959964;  // 97.5% quantile of the normal
  const double elo_per_log_odds = 400.0 / std::log(10.0);

  const double pairs = static_cast<double>(pair_scores.size()) + 1;
  double sum = 0.5;
  for (double score : pair_scores) sum += score;
  const double mean = sum / pairs;

  double squares = 0.5 * mean * mean + 0.5 * (1 - mean) * (1 - mean);
  for (double score : pair_scores) squares += (score - mean) * (score - mean);
  const double deviation_of_mean = std::sqrt(squares) / pairs;

  // The log odds have the derivative 1 / (p (1 - p)).
  return {.elo = elo_per_log_odds * std::log(mean / (1 - mean)),
          .error = kNormal95 * elo_per_log_odds * deviation_of_mean / (mean * (1 - mean))};
}

}  // namespace isthmus::tournament
