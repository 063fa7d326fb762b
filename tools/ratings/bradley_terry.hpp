#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/ratings/elo.hpp"

namespace isthmus {

// How the games between engines ended: [i][j] are those that i began against j, by what i made of
// them: lost, drawn, won.
using GameTable = std::vector<std::vector<std::array<std::int64_t, 3>>>;

// Ratings of all engines at once, which go by whom an engine met, and not by its score alone.
class Ratings {
 public:
  Ratings(std::vector<double> ratings, std::vector<std::vector<double>> covariance,
          EloEstimate first_move)
      : ratings_(std::move(ratings)), covariance_(std::move(covariance)), first_move_(first_move) {}

  std::size_t engines() const { return ratings_.size(); }
  // Elo above the mean of all engines.
  EloEstimate of(std::size_t engine) const;
  // By how much one engine is stronger than another, with the error of that, which does not follow
  // from the errors of the two.
  EloEstimate difference(std::size_t engine, std::size_t opponent) const;
  // The advantage of the first move, which is Black's.
  EloEstimate first_move() const { return first_move_; }
  // The points a game, 0 to 1, that the ratings predict for an engine, the colours taking turns.
  double expected_score(std::size_t engine, std::size_t opponent) const;

 private:
  std::vector<double> ratings_;
  std::vector<std::vector<double>> covariance_;  // of the ratings
  EloEstimate first_move_;
};

// Fits the model of Bradley and Terry (1952) with an advantage of the first move (Davidson and
// Beaver 1977): an engine that begins wins with a probability of which the log odds are its rating
// less the opponent's, plus the advantage. A draw counts as half a win and half a loss.
//
// As BayesElo does (Coulom, https://www.remi-coulom.fr/Bayesian-Elo/), this takes the likeliest
// ratings after `prior` draws of each engine, here with one of rating 0 and without an advantage,
// and as many that say there is none: so all values are finite, also for engines that won or lost
// all their games or did not meet. The covariance is the inverse of the information. Games are
// taken for independent, which makes the errors too wide where openings decide games.
Ratings fit_ratings(const GameTable& games, double prior = 2);

}  // namespace isthmus
