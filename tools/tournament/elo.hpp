#pragma once

#include <span>

namespace isthmus::tournament {

// By how many Elo one side is stronger: 400 log10(p / (1 - p)) for a chance p to win.
struct EloEstimate {
  double elo;
  double error;  // half the width of the 95% interval
};

// Estimates from the scores of pairs of games, each 0 to 1: the mean of the two games of one
// opening. The unit is the pair because its games are not independent: an opening that favours
// Black costs each side one of the two, and the variance of pair scores shows that.
//
// The interval is normal in the log odds, with half a pair lost and half a pair won added to the
// sample (Haldane 1956, Anscombe 1956; Gart and Zweifel 1967 for the variance). So all values are
// finite, also where every pair was won, and a few pairs do not look more certain than they are.
EloEstimate estimate_elo(std::span<const double> pair_scores);

}  // namespace isthmus::tournament
