#include "engine/search/evaluation_queue.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

void EvaluationQueue::add(std::span<const EvaluationRequest> requests,
                          std::span<Evaluation> evaluations) {
  requests_.insert(requests_.end(), requests.begin(), requests.end());
  for (Evaluation& evaluation : evaluations) wanted_.push_back(&evaluation);
}

std::size_t EvaluationQueue::answer() {
  const std::size_t count = requests_.size();
  if (count == 0) return 0;
  evaluations_.resize(std::max(evaluations_.size(), count));
  evaluator_.evaluate(requests_, {evaluations_.data(), count});
  for (std::size_t i = 0; i < count; ++i) std::swap(*wanted_[i], evaluations_[i]);
  clear();
  return count;
}

void EvaluationQueue::clear() {
  requests_.clear();
  wanted_.clear();
}

}  // namespace isthmus
