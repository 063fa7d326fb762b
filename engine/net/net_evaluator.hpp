#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/net/net_input.hpp"
#include "engine/net/net_runner.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Judges positions by a net. Where settings say half_turn, and the game is the same by half a turn,
// it looks at each a second time, turned so, and takes the mean of the logits. Those of the policy
// it divides by net_temperature.
class NetEvaluator final : public Evaluator {
 public:
  // A net of the game called `net_game`, which reads these planes, run by `runner`. Game and
  // settings must outlive the evaluator. Throws std::invalid_argument where the net is of another
  // game, or reads more planes than it has.
  NetEvaluator(const Game& game, std::string_view net_game, NetPlanes planes,
               std::shared_ptr<const NetRunner> runner, const EvaluatorSettings& settings);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;
  int preferred_batch() const override { return runner_->preferred_batch(); }

 private:
  NetInput input_;
  std::shared_ptr<const NetRunner> runner_;
  const EvaluatorSettings& settings_;
};

}  // namespace isthmus
