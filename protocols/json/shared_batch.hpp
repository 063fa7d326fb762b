#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <utility>

#include "engine/search/coroutine.hpp"
#include "engine/search/evaluation_queue.hpp"
#include "protocols/json/evaluator_pool.hpp"

namespace isthmus {

// What the searches of one thread ask of one evaluator, until it is answered in one call.
class SharedBatch {
 public:
  explicit SharedBatch(std::shared_ptr<const SharedEvaluator> shared)
      : shared_(std::move(shared)), queue_(*shared_->evaluator) {}

  const SharedEvaluator& shared() const { return *shared_; }
  std::shared_ptr<const SharedEvaluator> share() const { return shared_; }
  EvaluationQueue& queue() { return queue_; }

  // Answers all that was asked; returns how much that is. Where the evaluator fails, so will
  // everyone who asked.
  std::size_t answer() {
    failure_ = nullptr;
    try {
      return queue_.answer();
    } catch (...) {
      failure_ = std::current_exception();
      queue_.clear();
      return 0;
    }
  }
  // Throws what the evaluator threw, if it failed when it answered last.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::shared_ptr<const SharedEvaluator> shared_;
  EvaluationQueue queue_;
  std::exception_ptr failure_;
};

// The evaluator of one search among many: puts what it is asked into a batch, and lets the other
// searches of its thread go on until that has been answered.
class BatchedEvaluator final : public Evaluator {
 public:
  // For a search that runs in this coroutine, and should gather so many leaves at a time.
  void attach(SharedBatch& batch, Coroutine& coroutine, int leaves) {
    batch_ = &batch;
    coroutine_ = &coroutine;
    leaves_ = std::max(1, leaves);
  }

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    batch_->queue().add(requests, evaluations);
    is_waiting_ = true;
    coroutine_->pause();
    batch_->rethrow();
  }
  int preferred_batch() const override { return leaves_; }

  // From when something is asked until the batch is answered and set_answered() called.
  bool is_waiting() const { return is_waiting_; }
  void set_answered() { is_waiting_ = false; }

 private:
  SharedBatch* batch_ = nullptr;
  Coroutine* coroutine_ = nullptr;
  int leaves_ = 1;
  mutable bool is_waiting_ = false;
};

}  // namespace isthmus
