#include "tools/ratings/bradley_terry.hpp"

#include <cmath>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace isthmus {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double win_probability(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

// The logarithm of win_probability(), also where that is nearly 0.
double log_win_probability(double log_odds) {
  return log_odds < 0 ? log_odds - std::log1p(std::exp(log_odds))
                      : -std::log1p(std::exp(-log_odds));
}

// The log posterior of ratings and advantage, the last of the parameters, in units of log odds.
class Posterior {
 public:
  Posterior(const GameTable& games, double prior)
      : games_(games), prior_(prior), engines_(static_cast<Index>(games.size())) {}

  Index parameters() const { return engines_ + 1; }

  double value(const VectorXd& at) const {
    double sum = 0;
    visit(at, [&](Index, Index, double won, double lost, double log_odds) {
      sum += won * log_win_probability(log_odds) + lost * log_win_probability(-log_odds);
    });
    for (double parameter : at) {
      sum += prior_ / 2 * (log_win_probability(parameter) + log_win_probability(-parameter));
    }
    return sum;
  }

  // The gradient, and minus the second derivatives.
  void derive(const VectorXd& at, VectorXd& gradient, MatrixXd& information) const {
    gradient.setZero(parameters());
    information.setZero(parameters(), parameters());
    visit(at, [&](Index i, Index j, double won, double lost, double log_odds) {
      const double probability = win_probability(log_odds);
      const double excess = won - (won + lost) * probability;
      const double weight = (won + lost) * probability * (1 - probability);
      const std::array<std::pair<Index, double>, 3> terms{{{i, 1.0}, {j, -1.0}, {engines_, 1.0}}};
      for (const auto& [a, sign_a] : terms) {
        gradient(a) += sign_a * excess;
        for (const auto& [b, sign_b] : terms) information(a, b) += sign_a * sign_b * weight;
      }
    });
    for (Index i = 0; i < parameters(); ++i) {
      const double probability = win_probability(at(i));
      gradient(i) += prior_ * (0.5 - probability);
      information(i, i) += prior_ * probability * (1 - probability);
    }
  }

 private:
  // For each two engines that met: who began, the other, the games won and lost by the first, and
  // the log odds that it wins.
  template <typename Visit>
  void visit(const VectorXd& at, const Visit& visit) const {
    for (Index i = 0; i < engines_; ++i) {
      for (Index j = 0; j < engines_; ++j) {
        const auto& [lost, drawn, won] =
            games_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        if (lost + drawn + won == 0) continue;
        const double half = static_cast<double>(drawn) / 2;
        visit(i, j, static_cast<double>(won) + half, static_cast<double>(lost) + half,
              at(i) - at(j) + at(engines_));
      }
    }
  }

  const GameTable& games_;
  double prior_;
  Index engines_;
};

}  // namespace

EloEstimate Ratings::of(std::size_t engine) const {
  return {ratings_[engine], kNormal95 * std::sqrt(covariance_[engine][engine])};
}

EloEstimate Ratings::difference(std::size_t engine, std::size_t opponent) const {
  const double variance = covariance_[engine][engine] + covariance_[opponent][opponent] -
                          2 * covariance_[engine][opponent];
  return {ratings_[engine] - ratings_[opponent], kNormal95 * std::sqrt(variance)};
}

double Ratings::expected_score(std::size_t engine, std::size_t opponent) const {
  const double lead = ratings_[engine] - ratings_[opponent];
  return (score_of_elo(lead + first_move_.elo) + score_of_elo(lead - first_move_.elo)) / 2;
}

Ratings fit_ratings(const GameTable& games, double prior) {
  constexpr int kMaxSteps = 100;
  constexpr double kSmallStep = 1e-10;  // in log odds
  const Posterior posterior(games, prior);
  const Index parameters = posterior.parameters(), engines = parameters - 1;
  VectorXd at = VectorXd::Zero(parameters), gradient;
  MatrixXd information;
  double value = posterior.value(at);
  // Newton's method; the posterior is concave, so that a step only ever is too long.
  for (int i = 0; i < kMaxSteps; ++i) {
    posterior.derive(at, gradient, information);
    VectorXd step = information.ldlt().solve(gradient);
    while (posterior.value(at + step) < value && step.lpNorm<Eigen::Infinity>() > kSmallStep) {
      step /= 2;
    }
    at += step;
    value = posterior.value(at);
    if (step.lpNorm<Eigen::Infinity>() < kSmallStep) break;
  }
  posterior.derive(at, gradient, information);
  const MatrixXd inverse = information.ldlt().solve(MatrixXd::Identity(parameters, parameters));

  // From the ratings to those with mean 0.
  const MatrixXd centre = MatrixXd::Identity(engines, engines) -
                          MatrixXd::Constant(engines, engines, 1 / static_cast<double>(engines));
  const VectorXd ratings = kEloPerLogOdds * (centre * at.head(engines));
  const MatrixXd covariance =
      kEloPerLogOdds * kEloPerLogOdds * (centre * inverse.topLeftCorner(engines, engines) * centre);
  std::vector<std::vector<double>> rows;
  for (Index i = 0; i < engines; ++i) {
    const VectorXd row = covariance.row(i);
    rows.emplace_back(row.begin(), row.end());
  }
  const double deviation = std::sqrt(inverse(engines, engines));
  return {std::vector<double>(ratings.begin(), ratings.end()),
          std::move(rows),
          {kEloPerLogOdds * at(engines), kNormal95 * kEloPerLogOdds * deviation}};
}

}  // namespace isthmus
