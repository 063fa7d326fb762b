#pragma once

#include <algorithm>
#include <vector>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// What drawings colour the cells by.
struct CellHeat {
  // Their AMAF values, or the policy from evaluators without such values.
  explicit CellHeat(const Evaluation& evaluation)
      : is_amaf(greatest_of(evaluation.amaf) > 0),
        values(is_amaf ? evaluation.amaf : evaluation.policy),
        most(greatest_of(values)) {}

  bool is_amaf;
  const std::vector<float>& values;  // by cell, of the evaluation
  float most;                        // the greatest of them

 private:
  static float greatest_of(const std::vector<float>& values) {
    return values.empty() ? 0.0F : *std::max_element(values.begin(), values.end());
  }
};

}  // namespace isthmus
