#pragma once

#include <random>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus::selfplay {

// Mixes noise into the policy of the first answer after each begin(): that of the root, for which a
// search asks first. The noise is a draw from a Dirichlet distribution over the moves that have a
// policy (as in AlphaZero, Silver et al. 2018).
class RootNoise {
 public:
  // `total` is the sum of the distribution's parameters. The generator must outlive this.
  RootNoise(double total, std::mt19937_64& random) : total_(total), random_(random) {}

  // The next answer is of a root, and gets this share of noise.
  void begin(double share) { share_ = share; }
  // Changes the evaluations that answer what a search has asked.
  void apply(std::span<Evaluation> evaluations);

 private:
  void mix(std::vector<float>& policy, double share);

  double total_;
  std::mt19937_64& random_;
  double share_ = 0;
};

}  // namespace isthmus::selfplay
