#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus::test {

// Judges each position as a function does.
class FunctionEvaluator : public Evaluator {
 public:
  // Writes what it thinks of a request; the evaluation comes empty, with even chances.
  using Judge = std::function<void(const EvaluationRequest& request, Evaluation& evaluation)>;

  explicit FunctionEvaluator(Judge judge) : judge_(std::move(judge)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i] = {};
      judge_(requests[i], evaluations[i]);
    }
  }

 private:
  Judge judge_;
};

// An evaluation for which all cells are alike.
inline Evaluation even_evaluation(const Game& game, const Position& position) {
  const auto cells = static_cast<std::size_t>(game.board().cell_range());
  const CellSet empty = game.board().cells() - position.occupied();
  Evaluation evaluation;
  evaluation.policy.assign(cells, 0.0F);
  empty.for_each(
      [&](Cell cell) { evaluation.policy[cell] = 1.0F / static_cast<float>(empty.size()); });
  evaluation.ownership.assign(cells, 0.5F);
  evaluation.amaf.assign(cells, 0.0F);
  return evaluation;
}

}  // namespace isthmus::test
