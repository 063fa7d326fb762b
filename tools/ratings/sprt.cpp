#include "tools/ratings/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tools/ratings/elo.hpp"

namespace isthmus {

namespace {

// One score that a sample may have, 0 to 1, and how often it has it.
struct Bin {
  double score;
  double share;
};
using Distribution = std::vector<Bin>;

template <std::size_t kBins>
Distribution regularised(const std::array<std::int64_t, kBins>& counts, double& total) {
  constexpr double kUnseen = 0.001;
  Distribution distribution;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double count = counts[i] > 0 ? static_cast<double>(counts[i]) : kUnseen;
    distribution.push_back({static_cast<double>(i) / (kBins - 1), count});
    total += count;
  }
  for (Bin& bin : distribution) bin.share /= total;
  return distribution;
}

// The x with sum of share y / (1 + x y) = 0 over the bins, for values y of both signs: the sum
// falls from infinity to minus infinity between the two poles next to 0.
double solve_secular(const Distribution& bins, const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double low = -1 / *most, high = -1 / *least;
  for (;;) {
    const double middle = (low + high) / 2;
    if (!(low < middle && middle < high)) return middle;
    double sum = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      sum += bins[i].share * values[i] / (1 + middle * values[i]);
    }
    (sum > 0 ? low : high) = middle;
  }
}

// The likeliest distribution under which the values have mean 0.
Distribution with_mean_zero(const Distribution& bins, const std::vector<double>& values) {
  const double x = solve_secular(bins, values);
  Distribution likeliest = bins;
  for (std::size_t i = 0; i < bins.size(); ++i) likeliest[i].share /= 1 + x * values[i];
  return likeliest;
}

// The likeliest distribution with this mean.
Distribution with_mean(const Distribution& bins, double mean) {
  std::vector<double> values;
  for (const Bin& bin : bins) values.push_back(bin.score - mean);
  return with_mean_zero(bins, values);
}

// The likeliest distribution whose mean lies `ratio` standard deviations above 1/2. The condition
// is made linear about the distribution found before, until that stays the same.
Distribution with_ratio(const Distribution& bins, double ratio) {
  constexpr int kMaxSteps = 100;
  constexpr double kSame = 1e-12;
  Distribution found = bins;
  for (Bin& bin : found) bin.share = 1 / static_cast<double>(bins.size());
  for (int step = 0; step < kMaxSteps; ++step) {
    double mean = 0, variance = 0;
    for (const Bin& bin : found) mean += bin.share * bin.score;
    for (const Bin& bin : found) variance += bin.share * (bin.score - mean) * (bin.score - mean);
    std::vector<double> values;
    for (const Bin& bin : bins) {
      const double excess = bin.score - mean;
      values.push_back(bin.score - 0.5 -
                       ratio * std::sqrt(variance) * (1 + excess * excess / variance) / 2);
    }
    const Distribution next = with_mean_zero(bins, values);
    double change = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      change = std::max(change, std::abs(next[i].share - found[i].share));
    }
    found = next;
    if (change < kSame) break;
  }
  return found;
}

// The log likelihood ratio of a sample of `games_a_unit` games each.
template <std::size_t kBins>
double ratio_of(const std::array<std::int64_t, kBins>& counts, int games_a_unit, const Sprt& sprt) {
  if (std::all_of(counts.begin(), counts.end(), [](std::int64_t count) { return count == 0; })) {
    return 0;
  }
  double total = 0;
  const Distribution bins = regularised(counts, total);
  const auto likeliest = [&](double elo) {
    if (sprt.scale == Sprt::Scale::logistic) return with_mean(bins, score_of_elo(elo));
    return with_ratio(bins, elo / (2 * kEloPerLogOdds) * std::sqrt(games_a_unit));
  };
  const Distribution under0 = likeliest(sprt.elo0);
  const Distribution under1 = likeliest(sprt.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    sum += bins[i].share * std::log(under1[i].share / under0[i].share);
  }
  return total * sum;
}

}  // namespace

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

std::string_view name(Sprt::Scale scale) {
  return scale == Sprt::Scale::normalised ? "normalised" : "logistic";
}
std::string_view name(Sprt::Model model) {
  return model == Sprt::Model::trinomial ? "trinomial" : "pentanomial";
}

double log_likelihood_ratio(const Outcomes& outcomes, const Sprt& sprt) {
  return sprt.model == Sprt::Model::trinomial ? ratio_of(outcomes.games, 1, sprt)
                                              : ratio_of(outcomes.pairs, 2, sprt);
}

Verdict verdict(double log_likelihood_ratio, const Sprt& sprt) {
  if (log_likelihood_ratio <= sprt.lower_bound()) return Verdict::elo0;
  if (log_likelihood_ratio >= sprt.upper_bound()) return Verdict::elo1;
  return Verdict::undecided;
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::undecided:
      break;
    case Verdict::elo0:
      return "elo0";
    case Verdict::elo1:
      return "elo1";
  }
  return "undecided";
}

}  // namespace isthmus
