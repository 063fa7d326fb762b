#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace isthmus {

// What one side has scored, counted. A pair is the two games of one opening with colours exchanged;
// its games are not independent, as an opening that favours Black costs each side one of the two.
struct Outcomes {
  // All games: lost, drawn, won.
  std::array<std::int64_t, 3> games{};
  // Those in pairs of which both were played, a pair by its points: 0, 1/2, 1, 3/2, 2.
  std::array<std::int64_t, 5> pairs{};
  // Those whose other game was not played (yet): lost, drawn, won.
  std::array<std::int64_t, 3> singles{};

  // Counts a game that is the first of its pair to end, by its points: 0, 1/2 or 1.
  void add_single(double points);
  // Counts a game with which its pair is whole. The other was counted as a single.
  void add_second(double points, double points_of_first);

  std::int64_t game_count() const { return games[0] + games[1] + games[2]; }
  double points() const {
    return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
  }

  friend bool operator==(const Outcomes&, const Outcomes&) = default;
};

// The outcomes of whole pairs from their scores, each 0 to 1 in quarters: the mean of the two
// games. How many of the games were drawn is not in these; a pair with one point counts as a win
// and a loss.
Outcomes outcomes_of_pairs(std::span<const double> pair_scores);

}  // namespace isthmus
