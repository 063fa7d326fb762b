#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "engine/game/position.hpp"

// Judges first stones by a table, and has an even policy.
class TableEvaluator : public isthmus::Evaluator {
 public:
  explicit TableEvaluator(std::vector<float> black_wins) : black_wins_(std::move(black_wins)) {}

  void evaluate(std::span<const isthmus::EvaluationRequest> requests,
                std::span<isthmus::Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const isthmus::Position& position = *requests[i].position;
      evaluations[i].policy.assign(black_wins_.size(), 1.0F / 8);
      evaluations[i].policy[4] = 0;
      if (position.last_move.is_cell()) {
        evaluations[i].black_wins = black_wins_[position.last_move.cell()];
      }
    }
  }

 private:
  std::vector<float> black_wins_;
};
