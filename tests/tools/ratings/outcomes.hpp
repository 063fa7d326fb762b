#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "tools/ratings/outcomes.hpp"

// Outcomes of nothing but whole pairs, by the points of a pair: 0, 1/2, 1, 3/2, 2. Pairs of one
// point are a win and a loss.
inline isthmus::Outcomes pairs(const std::array<std::int64_t, 5>& counts) {
  isthmus::Outcomes outcomes;
  outcomes.pairs = counts;
  outcomes.games = {2 * counts[0] + counts[1] + counts[2], counts[1] + counts[3],
                    counts[2] + counts[3] + 2 * counts[4]};
  return outcomes;
}

// Pairs without draws.
inline isthmus::Outcomes pairs(std::int64_t lost, std::int64_t even, std::int64_t won) {
  return pairs({lost, 0, even, 0, won});
}

// Outcomes of single games.
inline isthmus::Outcomes singles(std::int64_t lost, std::int64_t drawn, std::int64_t won) {
  isthmus::Outcomes outcomes;
  outcomes.games = outcomes.singles = {lost, drawn, won};
  return outcomes;
}

// The logistic model, written apart from that of the program.
inline double win_probability(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }
inline double elo_of(double probability) {
  return 400 * std::log10(probability / (1 - probability));
}
