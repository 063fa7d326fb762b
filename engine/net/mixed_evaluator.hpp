#pragma once

#include <memory>
#include <span>

#include "engine/game/evaluator.hpp"
#include "engine/game/settings.hpp"

namespace isthmus {

// Judges positions by a quick evaluator, and by a thorough one those whose winner the quick one
// leaves in doubt: where the chance that it gives to either side is below settings.certainty. Of
// the judgement that counts, all is taken: value, policy, ownership and worth.
class MixedEvaluator final : public Evaluator {
 public:
  // Both are of one game. The settings, read at each call, must outlive the evaluator.
  MixedEvaluator(std::unique_ptr<const Evaluator> quick, std::unique_ptr<const Evaluator> thorough,
                 const Settings& settings);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;
  int preferred_batch() const override;

 private:
  bool is_certain(const Evaluation& evaluation) const;

  std::unique_ptr<const Evaluator> quick_;
  std::unique_ptr<const Evaluator> thorough_;
  const Settings& settings_;
};

}  // namespace isthmus
