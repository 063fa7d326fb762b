#include "tools/ratings/elo.hpp"

#include <cmath>
#include <vector>

namespace isthmus {

namespace {

// Games that were played together, and how often this came to pass.
struct Cluster {
  double games;
  double points;
  double count;
};

// The sample with half a pair lost and half a pair won.
std::vector<Cluster> clusters_of(const Outcomes& outcomes) {
  std::vector<Cluster> clusters{{2, 0, 0.5}, {2, 2, 0.5}};
  const auto add = [&](double games, const auto& counts) {
    double points = 0;
    for (std::int64_t count : counts) {
      if (count > 0) clusters.push_back({games, points, static_cast<double>(count)});
      points += 0.5;
    }
  };
  add(2, outcomes.pairs);
  add(1, outcomes.singles);
  return clusters;
}

struct Moments {
  double games = 0;
  double mean = 0;      // points a game
  double variance = 0;  // of the points of a game, that of the mean times the games
  double slope = 0;     // the derivative of the variance by the mean; 0 for clusters of one size
};

Moments moments_of(const std::vector<Cluster>& clusters) {
  Moments moments;
  double points = 0;
  for (const Cluster& cluster : clusters) {
    moments.games += cluster.count * cluster.games;
    points += cluster.count * cluster.points;
  }
  moments.mean = points / moments.games;
  for (const Cluster& cluster : clusters) {
    const double excess = cluster.points - cluster.games * moments.mean;
    moments.variance += cluster.count * excess * excess / moments.games;
    moments.slope -= 2 * cluster.count * cluster.games * excess / moments.games;
  }
  return moments;
}

}  // namespace

double EloEstimate::superiority() const {
  return std::erfc(-elo / error * kNormal95 / std::sqrt(2.0)) / 2;
}

EloEstimate estimate_elo(const Outcomes& outcomes) {
  const Moments moments = moments_of(clusters_of(outcomes));
  const double deviation_of_mean = std::sqrt(moments.variance / moments.games);
  // The log odds have the derivative 1 / (p (1 - p)).
  return {.elo = elo_of_score(moments.mean),
          .error =
              kNormal95 * kEloPerLogOdds * deviation_of_mean / (moments.mean * (1 - moments.mean))};
}

EloEstimate estimate_normalised_elo(const Outcomes& outcomes) {
  constexpr double kScale = 2 * kEloPerLogOdds;
  const std::vector<Cluster> clusters = clusters_of(outcomes);
  const Moments moments = moments_of(clusters);
  const double deviation = std::sqrt(moments.variance);
  const double lead = moments.mean - 0.5;
  // What each cluster moves the mean, the variance, and so the ratio (its influence function).
  double variance_of_ratio = 0;
  for (const Cluster& cluster : clusters) {
    const double excess = cluster.points - cluster.games * moments.mean;
    const double on_mean = excess / moments.games;
    const double on_variance =
        (excess * excess - cluster.games * moments.variance) / moments.games +
        moments.slope * on_mean;
    const double on_ratio =
        on_mean / deviation - lead / (2 * moments.variance * deviation) * on_variance;
    variance_of_ratio += cluster.count * on_ratio * on_ratio;
  }
  return {.elo = kScale * lead / deviation,
          .error = kScale * kNormal95 * std::sqrt(variance_of_ratio)};
}

double score_of_elo(double elo) { return 1 / (1 + std::exp(-elo / kEloPerLogOdds)); }

double elo_of_score(double score) { return kEloPerLogOdds * std::log(score / (1 - score)); }

}  // namespace isthmus
