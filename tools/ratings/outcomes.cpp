#include "tools/ratings/outcomes.hpp"

#include <cmath>
#include <cstddef>

namespace isthmus {

namespace {

// How many half points these are, as an index.
std::size_t half_points(double points) { return static_cast<std::size_t>(std::lround(2 * points)); }

}  // namespace

void Outcomes::add_single(double points) {
  ++games[half_points(points)];
  ++singles[half_points(points)];
}

void Outcomes::add_second(double points, double points_of_first) {
  ++games[half_points(points)];
  --singles[half_points(points_of_first)];
  ++pairs[half_points(points + points_of_first)];
}

Outcomes outcomes_of_pairs(std::span<const double> pair_scores) {
  // The games of a pair with 0 to 4 half points.
  constexpr std::array<std::array<int, 2>, 5> kGames{{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}}};
  Outcomes outcomes;
  for (double score : pair_scores) ++outcomes.pairs[half_points(2 * score)];
  for (std::size_t i = 0; i < kGames.size(); ++i) {
    for (int game : kGames[i]) outcomes.games[static_cast<std::size_t>(game)] += outcomes.pairs[i];
  }
  return outcomes;
}

}  // namespace isthmus
