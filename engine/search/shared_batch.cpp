#include "engine/search/shared_batch.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

void SharedBatch::add(std::span<const EvaluationRequest> requests,
                      std::span<Evaluation> evaluations) {
  if (stop_) std::rethrow_exception(stop_);
  requests_.insert(requests_.end(), requests.begin(), requests.end());
  for (Evaluation& evaluation : evaluations) wanted_.push_back(&evaluation);
}

std::size_t SharedBatch::answer() {
  failure_ = nullptr;
  const std::size_t count = requests_.size();
  if (count == 0) return 0;
  try {
    evaluations_.resize(std::max(evaluations_.size(), count));
    evaluator_.evaluate(requests_, {evaluations_.data(), count});
    for (std::size_t i = 0; i < count; ++i) std::swap(*wanted_[i], evaluations_[i]);
  } catch (...) {
    failure_ = std::current_exception();
  }
  clear();
  return failure_ ? 0 : count;
}

void SharedBatch::stop(std::exception_ptr why) {
  stop_ = std::move(why);
  clear();
}

void SharedBatch::rethrow() const {
  if (stop_) std::rethrow_exception(stop_);
  if (failure_) std::rethrow_exception(failure_);
}

void SharedBatch::clear() {
  requests_.clear();
  wanted_.clear();
}

void BatchedEvaluator::attach(SharedBatch& batch, Coroutine& coroutine, int leaves) {
  batch_ = &batch;
  coroutine_ = &coroutine;
  leaves_ = std::max(1, leaves);
}

void BatchedEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                                std::span<Evaluation> evaluations) const {
  batch_->add(requests, evaluations);
  is_waiting_ = true;
  coroutine_->pause();
  batch_->rethrow();
}

}  // namespace isthmus
