#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/game/evaluator.hpp"

namespace isthmus {

// Requests of many games, which wait to be answered by one evaluator in one call.
class EvaluationQueue {
 public:
  // The evaluator must outlive the queue.
  explicit EvaluationQueue(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // What the spans show must stay until the queue is answered or cleared; they have one length.
  void add(std::span<const EvaluationRequest> requests, std::span<Evaluation> evaluations);
  // Answers all that wait. Returns how many.
  std::size_t answer();
  void clear();

 private:
  const Evaluator& evaluator_;
  std::vector<EvaluationRequest> requests_;
  std::vector<Evaluation*> wanted_;      // where the answer to each request goes
  std::vector<Evaluation> evaluations_;  // kept for their memory
};

}  // namespace isthmus
