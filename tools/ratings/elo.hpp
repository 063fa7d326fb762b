#pragma once

#include "tools/ratings/outcomes.hpp"

namespace isthmus {

// One unit of log odds in Elo, of which 400 are odds of ten to one.
inline constexpr double kEloPerLogOdds = 173.71779276130073;  // 400 / ln 10

inline constexpr double kNormal95 = 1.959964;  // 97.5% quantile of the normal

// By how many Elo one side is stronger.
struct EloEstimate {
  double elo;
  double error;  // half the width of the 95% interval

  // The likelihood of superiority: the probability that the side is the stronger one, taking the
  // estimate for normal.
  double superiority() const;
};

// Both estimates below go by pairs, as the games of one are not independent; a single game counts
// as half as large a sample (the variance of a mean of clusters). To the sample half a pair lost
// and half a pair won are added (Haldane 1956, Anscombe 1956), so that all values are finite, also
// where every game was won, and a few games do not look more certain than they are.

// Logistic Elo, 400 log10(p / (1 - p)) for a mean score p. The interval is normal in the log odds
// (Gart and Zweifel 1967 for the variance).
EloEstimate estimate_elo(const Outcomes& outcomes);

// Normalised Elo, (p - 1/2) / s * 800 / ln 10, where s is the standard deviation of the score of a
// game: sqrt(2) times that of the mean of a pair. It determines how many games it takes to see the
// difference, whatever the share of draws and the openings; with neither draws nor openings that
// matter it is logistic Elo for equal sides (Van den Bergh, "Normalized Elo" and "A practical
// introduction to normalized Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
// The error is by the delta method, with the uncertainty of s in it.
EloEstimate estimate_normalised_elo(const Outcomes& outcomes);

// The score that a difference in logistic Elo predicts, 0 to 1, and the inverse.
double score_of_elo(double elo);
double elo_of_score(double score);

}  // namespace isthmus
