#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/net/net_input.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/tree/tree_judgement.hpp"
#include "tests/support/function_evaluator.hpp"

namespace isthmus::test {

// Judges as the trees do: what these make of a net's outputs is held to others in
// tests/gpu/tree/.
class TreeEvaluator final : public Evaluator {
 public:
  TreeEvaluator(const Game& game, const NetRunner& net, double temperature)
      : game_(game), net_(net), input_(game), inverse_(static_cast<float>(1 / temperature)) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i] = judge(*requests[i].position);
    }
  }

 private:
  Evaluation judge(const Position& position) const {
    const NetView& view = input_.view(position.to_move);
    std::vector<std::uint8_t> points(view.points());
    std::vector<float> outputs(view.outputs());
    input_.write(position, points);
    net_.run(view, points, outputs);
    const float win = win_of_logit(outputs[0]);
    Evaluation evaluation = even_evaluation(game_, position);
    evaluation.black_wins = position.to_move == Colour::black ? win : 1 - win;
    const auto logit = [&](Cell cell) {
      return policy_logit(outputs[1 + input_.place(position.to_move, cell)], inverse_);
    };
    float highest = -1e9F;
    std::uint64_t sum = 0;
    const CellSet legal = game_.legal_cells(position);
    legal.for_each([&](Cell cell) { highest = std::max(highest, logit(cell)); });
    legal.for_each([&](Cell cell) { sum += policy_weight(logit(cell), highest); });
    legal.for_each([&](Cell cell) {
      const auto prior = prior_of_weight(policy_weight(logit(cell), highest), sum, 0, 0, 0);
      evaluation.policy[cell] = static_cast<float>(prior / kPriorUnits);
    });
    return evaluation;
  }

  const Game& game_;
  const NetRunner& net_;
  NetInput input_;
  float inverse_;
};

}  // namespace isthmus::test
