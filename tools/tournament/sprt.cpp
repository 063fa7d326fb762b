#include "tools/tournament/sprt.hpp"

#include <cmath>

namespace isthmus::tournament {

namespace {

double score_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(std::span<const double> pair_scores, const Sprt& sprt) {
  const double pairs = static_cast<double>(pair_scores.size()) + 1;
  double sum = 0.5, squares = 0.5;
  for (double score : pair_scores) {
    sum += score;
    squares += score * score;
  }
  const double mean = sum / pairs;
  const double variance = squares / pairs - mean * mean;
  const double score0 = score_of(sprt.elo0);
  const double score1 = score_of(sprt.elo1);
  return pairs * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance);
}

bool is_decided(std::span<const double> pair_scores, const Sprt& sprt) {
  const double ratio = log_likelihood_ratio(pair_scores, sprt);
  return ratio <= sprt.lower_bound() || ratio >= sprt.upper_bound();
}

}  // namespace isthmus::tournament
