#pragma once

#include <memory>
#include <random>

#include "engine/game/evaluator.hpp"

namespace isthmus::selfplay {

// Passes requests on, and mixes noise into the policy of the first answer after each begin(): that
// of the root, where a search asks for it first. The noise is a draw from a Dirichlet distribution
// over the moves that have a policy (as in AlphaZero, Silver et al. 2018).
class RootNoise : public Evaluator {
 public:
  // `total` is the sum of the distribution's parameters. What is given must outlive this.
  RootNoise(const Evaluator& evaluator, double total, std::mt19937_64& random)
      : evaluator_(evaluator), total_(total), random_(random) {}

  // The next request is of a root, and gets this share of noise.
  void begin(double share) { share_ = share; }

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;

 private:
  void mix(std::vector<float>& policy, double share) const;

  const Evaluator& evaluator_;
  double total_;
  std::mt19937_64& random_;
  mutable double share_ = 0;  // one search uses this at a time
};

}  // namespace isthmus::selfplay
