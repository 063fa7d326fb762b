#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "engine/search/coroutine.hpp"

namespace isthmus {

// What the searches of one thread ask of one evaluator, until it is answered in one call.
class SharedBatch {
 public:
  // The evaluator must outlive the batch.
  explicit SharedBatch(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // What the spans show must stay until the batch is answered; they have one length. Throws what
  // stop() was given.
  void add(std::span<const EvaluationRequest> requests, std::span<Evaluation> evaluations);
  // Answers all that was asked; returns how much that is. Where the evaluator fails, so does
  // everyone who asked, if stop() is not called first.
  std::size_t answer();
  // What the evaluator threw if it failed when it answered last.
  const std::exception_ptr& failure() const { return failure_; }
  // From now on everyone who asks, or waits for an answer, fails by this.
  void stop(std::exception_ptr why);
  // Throws what stop() was given, or else failure(), if there is one.
  void rethrow() const;

 private:
  void clear();

  const Evaluator& evaluator_;
  std::vector<EvaluationRequest> requests_;
  std::vector<Evaluation*> wanted_;      // where the answer to each request goes
  std::vector<Evaluation> evaluations_;  // kept for their memory
  std::exception_ptr failure_;
  std::exception_ptr stop_;
};

// The evaluator of one search among many: puts what it is asked into a batch, and lets the other
// searches of its thread go on until that has been answered.
class BatchedEvaluator final : public Evaluator {
 public:
  // For a search that runs in this coroutine, and should gather so many leaves at a time. To be
  // called before anything is asked, and again where batch or coroutine are other ones.
  void attach(SharedBatch& batch, Coroutine& coroutine, int leaves);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;
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
