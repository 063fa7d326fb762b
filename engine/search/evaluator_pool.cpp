#include "engine/search/evaluator_pool.hpp"

#include <algorithm>

namespace isthmus {

namespace {

// The settings with all that concerns the search alone as it is by default.
Settings of_evaluator(Settings settings) {
  const Settings defaults;
  settings.visits = defaults.visits;
  settings.time = defaults.time;
  settings.threads = defaults.threads;
  settings.seed = defaults.seed;
  settings.memory = defaults.memory;
  settings.batch = defaults.batch;
  settings.exploration = defaults.exploration;
  settings.first_play_reduction = defaults.first_play_reduction;
  settings.root_first_play_reduction = defaults.root_first_play_reduction;
  settings.reuse_tree = defaults.reuse_tree;
  settings.ponder = defaults.ponder;
  settings.resign = defaults.resign;
  return settings;
}

bool are_alike(const Game& a, const Game& b) {
  return a.name() == b.name() && a.swap_rule() == b.swap_rule() &&
         a.board().rows() == b.board().rows() && a.board().columns() == b.board().columns();
}

}  // namespace

std::shared_ptr<const SharedEvaluator> EvaluatorPool::find(const Game& game,
                                                           const Settings& wanted) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(evaluators_.begin(), evaluators_.end(), [&](const auto& shared) {
    return shared->settings == wanted && are_alike(*shared->game, game);
  });
  if (known == evaluators_.end()) return nullptr;
  evaluators_.splice(evaluators_.begin(), evaluators_, known);
  return evaluators_.front();
}

std::shared_ptr<const SharedEvaluator> EvaluatorPool::get(const std::shared_ptr<const Game>& game,
                                                          const Settings& settings) {
  const Settings wanted = of_evaluator(settings);
  if (auto known = find(*game, wanted)) return known;
  const std::lock_guard making(making_);
  if (auto made = find(*game, wanted)) return made;
  const auto shared = std::make_shared<SharedEvaluator>(SharedEvaluator{game, wanted, nullptr});
  shared->evaluator = make_evaluator_(*shared->game, shared->settings);
  const std::lock_guard lock(mutex_);
  evaluators_.push_front(shared);
  if (evaluators_.size() > kMost) evaluators_.pop_back();
  return shared;
}

void EvaluatorPool::clear() {
  const std::lock_guard lock(mutex_);
  evaluators_.clear();
}

}  // namespace isthmus
