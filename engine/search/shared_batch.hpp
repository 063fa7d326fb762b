#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// One of many that have their positions judged together: a search, or a game of searches.
class BatchMember {
 public:
  virtual ~BatchMember() = default;

  // The evaluator that is to judge what is asked.
  virtual const Evaluator& evaluator() const = 0;
  // What is to be judged next. It stays where it is until it has been answered.
  virtual std::span<const EvaluationRequest> asked() const = 0;
  // Takes the evaluations of all that was asked, which may be changed meanwhile.
  virtual void answer(std::span<Evaluation> evaluations) = 0;
  // Takes what the evaluator threw in place of answers, or what answer() threw. Must not throw.
  virtual void fail(const std::exception_ptr& failure) = 0;
};

// Calls each evaluator of many members once, for all that these have asked of it. For one thread.
class SharedBatch {
 public:
  struct Counts {
    std::size_t evaluations = 0;
    std::size_t calls = 0;  // of evaluators
  };

  // Answers all members that have asked something.
  Counts answer(std::span<BatchMember* const> members);

 private:
  bool answer_those(std::span<BatchMember* const> members);

  std::vector<BatchMember*> members_;  // all of these kept for their memory
  std::vector<EvaluationRequest> requests_;
  std::vector<Evaluation> evaluations_;
};

}  // namespace isthmus
