#pragma once

#include <cstdint>
#include <string_view>

#include "tools/ratings/outcomes.hpp"

namespace isthmus {

// A sequential test of two hypotheses (Wald 1945): that one side is stronger by `elo0`, or by
// `elo1`, which is more. It ends as soon as the sample speaks for one of them.
struct Sprt {
  // What the two are given in; see estimate_elo() and estimate_normalised_elo().
  enum class Scale : std::uint8_t { logistic, normalised };
  // The sample: single games, or pairs of games of one opening. Games are not independent, so that
  // with them the probabilities below hold only where openings do not matter.
  enum class Model : std::uint8_t { trinomial, pentanomial };

  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;  // the probability to take elo1 where elo0 is true
  double beta = 0.05;   // the probability to take elo0 where elo1 is true
  Scale scale = Scale::logistic;
  Model model = Model::pentanomial;

  // The log likelihood ratio at which elo0 is taken, which is negative, and that for elo1.
  double lower_bound() const;
  double upper_bound() const;

  friend bool operator==(const Sprt&, const Sprt&) = default;
};

// Hypotheses in Elo, and in normalised Elo, must lie within this of 0.
inline constexpr double kMaxElo = 1000;
inline constexpr double kMaxNormalisedElo = 200;
// Between these the probabilities must lie.
inline constexpr double kMinProbability = 1e-6;
inline constexpr double kMaxProbability = 0.499;

// "logistic", "normalised".
std::string_view name(Sprt::Scale scale);
// "trinomial", "pentanomial".
std::string_view name(Sprt::Model model);

// The logarithm of how much likelier the sample is if the side is stronger by elo1 than if it is by
// elo0: of all distributions of the outcomes that a hypothesis allows, the likeliest is taken (the
// generalised SPRT; Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf for
// logistic, https://www.cantate.be/Fishtest/normalized_elo_practical.pdf for normalised Elo). As in
// Fishtest, outcomes that did not come to pass count as 0.001, so that a side that wins all has not
// proved more than that. The pentanomial model leaves out games without their other of the pair.
double log_likelihood_ratio(const Outcomes& outcomes, const Sprt& sprt);

// What the test has come to.
enum class Verdict : std::uint8_t { undecided, elo0, elo1 };
Verdict verdict(double log_likelihood_ratio, const Sprt& sprt);
// "undecided", "elo0", "elo1".
std::string_view name(Verdict verdict);

}  // namespace isthmus
