#pragma once

#include <memory>
#include <span>

#include "engine/evaluation/evaluator.hpp"
#include "engine/fills/fill_backend.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Judges positions by random fills of the empty cells, as judge_fills() says.
class FillsEvaluator : public Evaluator {
 public:
  // Game and settings must outlive the evaluator. Throws std::invalid_argument for a game that one
  // fill does not decide.
  FillsEvaluator(const Game& game, std::shared_ptr<const FillBackend> backend,
                 const EvaluatorSettings& settings);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;
  int preferred_batch() const override { return backend_->preferred_batch(); }

 private:
  const Game& game_;
  std::shared_ptr<const FillBackend> backend_;
  const EvaluatorSettings& settings_;
};

}  // namespace isthmus
