#include "engine/search/evaluator_pool.hpp"

#include <algorithm>

namespace isthmus {

namespace {

bool are_alike(const Game& a, const Game& b) {
  return a.name() == b.name() && a.swap_rule() == b.swap_rule() &&
         a.board().rows() == b.board().rows() && a.board().columns() == b.board().columns();
}

}  // namespace

std::shared_ptr<const SharedEvaluator> EvaluatorPool::find(const Game& game,
                                                           const EvaluatorSettings& settings) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(evaluators_.begin(), evaluators_.end(), [&](const auto& shared) {
    return shared->settings == settings && are_alike(*shared->game, game);
  });
  if (known == evaluators_.end()) return nullptr;
  evaluators_.splice(evaluators_.begin(), evaluators_, known);
  return evaluators_.front();
}

std::shared_ptr<const SharedEvaluator> EvaluatorPool::get(const std::shared_ptr<const Game>& game,
                                                          const EvaluatorSettings& settings) {
  if (auto known = find(*game, settings)) return known;
  const std::lock_guard making(making_);
  if (auto made = find(*game, settings)) return made;
  const auto shared = std::make_shared<SharedEvaluator>(SharedEvaluator{game, settings, nullptr});
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
