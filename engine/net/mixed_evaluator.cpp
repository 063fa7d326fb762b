#include "engine/net/mixed_evaluator.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace isthmus {

MixedEvaluator::MixedEvaluator(std::unique_ptr<const Evaluator> quick,
                               std::unique_ptr<const Evaluator> thorough, const Settings& settings)
    : quick_(std::move(quick)), thorough_(std::move(thorough)), settings_(settings) {}

int MixedEvaluator::preferred_batch() const {
  return std::max(quick_->preferred_batch(), thorough_->preferred_batch());
}

bool MixedEvaluator::is_certain(const Evaluation& evaluation) const {
  const double black = evaluation.black_wins;
  return std::max(black, 1 - black) >= settings_.certainty;
}

void MixedEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                              std::span<Evaluation> evaluations) const {
  quick_->evaluate(requests, evaluations);
  // Kept from call to call, so that their memory is taken once a thread.
  thread_local std::vector<EvaluationRequest> doubtful;
  thread_local std::vector<Evaluation> judgements;
  doubtful.clear();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!is_certain(evaluations[i])) doubtful.push_back(requests[i]);
  }
  if (doubtful.empty()) return;
  if (judgements.size() < doubtful.size()) judgements.resize(doubtful.size());
  thorough_->evaluate(doubtful, {judgements.data(), doubtful.size()});
  auto next = judgements.begin();
  for (Evaluation& evaluation : evaluations) {
    if (!is_certain(evaluation)) std::swap(evaluation, *next++);
  }
}

}  // namespace isthmus
