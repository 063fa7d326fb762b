#pragma once

#include <span>

namespace isthmus::tournament {

// A sequential test of two hypotheses (Wald 1945): that one side is stronger by `elo0`, or by
// `elo1`, which is more. It ends as soon as the sample speaks for one of them.
struct Sprt {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;  // the chance to take elo1 where elo0 is true
  double beta = 0.05;   // the chance to take elo0 where elo1 is true

  // The log likelihood ratio at which elo0 is taken, which is negative, and that for elo1.
  double lower_bound() const;
  double upper_bound() const;
};

// The logarithm of how much likelier the scores of these pairs of games, each 0 to 1, are if the
// side is stronger by elo1 than if it is by elo0. Taken for normal with the sample's variance, as
// Fishtest does (Van den Bergh, "A practical introduction to the GSPRT"); the unit and the half
// pairs that are added are those of estimate_elo().
double log_likelihood_ratio(std::span<const double> pair_scores, const Sprt& sprt);

// Whether the test has ended with these scores.
bool is_decided(std::span<const double> pair_scores, const Sprt& sprt);

}  // namespace isthmus::tournament
