#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "engine/game/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/game/settings.hpp"

namespace isthmus {

// An evaluator and all that it refers to.
struct SharedEvaluator {
  std::shared_ptr<const Game> game;
  EvaluatorSettings settings;
  std::unique_ptr<Evaluator> evaluator;
};

// Evaluators for many queries, so that those about alike games and settings share one and what it
// remembers. May be used from several threads at once.
class EvaluatorPool {
 public:
  explicit EvaluatorPool(EvaluatorFactory make_evaluator)
      : make_evaluator_(std::move(make_evaluator)) {}

  // The evaluator for such a game and settings. Throws as the factory does.
  std::shared_ptr<const SharedEvaluator> get(const std::shared_ptr<const Game>& game,
                                             const EvaluatorSettings& settings);
  // Forgets all evaluators; who holds one keeps it. Waits for none that is being made.
  void clear();

 private:
  static constexpr std::size_t kMost = 8;  // that are kept for later, the last ones used

  std::shared_ptr<const SharedEvaluator> find(const Game& game, const EvaluatorSettings& settings);

  EvaluatorFactory make_evaluator_;
  std::mutex making_;  // held by who makes an evaluator, so that none is made twice
  std::mutex mutex_;   // of the list
  std::list<std::shared_ptr<const SharedEvaluator>> evaluators_;  // the last one used comes first
};

}  // namespace isthmus
