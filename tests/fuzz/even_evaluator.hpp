#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "engine/game/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/settings.hpp"

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
    settings.threads = 1;
    settings.memory = 1;  // to take and free more, under sanitizers, is most of the time
  }

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    const auto cells = static_cast<std::size_t>(game_.board().cell_range());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const CellSet empty = game_.board().cells() - requests[i].position->occupied();
      Evaluation& evaluation = evaluations[i];
      evaluation.black_wins = 0.5F;
      evaluation.policy.assign(cells, 0.0F);
      empty.for_each(
          [&](Cell cell) { evaluation.policy[cell] = 1.0F / static_cast<float>(empty.size()); });
      evaluation.ownership.assign(cells, 0.5F);
      evaluation.amaf.assign(cells, 0.0F);
    }
  }

 private:
  const Game& game_;
};

}  // namespace isthmus
