#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "tests/support/function_evaluator.hpp"

namespace isthmus {

// Thinks that all cells are alike: the least work for fuzzing what lies around a search.
class EvenEvaluator : public Evaluator {
 public:
  explicit EvenEvaluator(const Game& game) : game_(game) {}

  static std::unique_ptr<Evaluator> make(const Game& game, const EvaluatorSettings&) {
    return std::make_unique<EvenEvaluator>(game);
  }

  // What a fuzzed conversation or query may ask for at most.
  static void restrict(Settings& settings) {
    settings.visits = settings.visits == 0 ? 4 : std::min<std::int64_t>(settings.visits, 4);
    settings.solve_nodes = 4;
    settings.threads = 1;
    settings.solver_threads = 0;
    settings.memory = 1;  // to take and free more, under sanitizers, is most of the time
  }

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i] = test::even_evaluation(game_, *requests[i].position);
    }
  }

 private:
  const Game& game_;
};

}  // namespace isthmus
