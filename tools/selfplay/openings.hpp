#pragma once

#include <random>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"

namespace isthmus::selfplay {

// First stones to begin games with, so that they are not decided by the first move: as a player
// would choose who may be answered by a swap.
class Openings {
 public:
  // Judges each first stone by the evaluator alone. `spread` is the standard deviation, in
  // probabilities to win around 1/2, of the normal curve by which the stones are weighted.
  Openings(const Game& game, const Evaluator& evaluator, double spread, std::uint64_t seed);

  Cell draw(std::mt19937_64& random) const;

  // By cell: the share of the games that begin there.
  const std::vector<double>& shares() const { return shares_; }

 private:
  std::vector<double> shares_;
};

}  // namespace isthmus::selfplay
