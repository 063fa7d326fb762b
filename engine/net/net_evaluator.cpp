#include "engine/net/net_evaluator.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/net/net_input.hpp"

namespace isthmus {

namespace {

// Makes the outputs for input planes the means of them and of those for the planes turned. All but
// the first, that of the value, turn with it.
void add_turned(std::span<float> outputs, std::span<const float> turned, std::size_t cells) {
  const auto mean = [](float a, float b) { return (a + b) / 2; };
  outputs[0] = mean(outputs[0], turned[0]);
  for (std::size_t first : {std::size_t{1}, 1 + cells}) {
    for (std::size_t i = 0; i < cells; ++i) {
      outputs[first + i] = mean(outputs[first + i], turned[first + cells - 1 - i]);
    }
  }
}

void spread_policy(std::span<float> logits, double temperature) {
  const auto factor = static_cast<float>(1 / temperature);
  for (float& logit : logits) logit *= factor;
}

}  // namespace

NetEvaluator::NetEvaluator(const Game& game, std::string_view net_game, NetPlanes planes,
                           std::shared_ptr<const NetRunner> runner,
                           const EvaluatorSettings& settings)
    : input_(game, planes), runner_(std::move(runner)), settings_(settings) {
  if (game.name() != net_game) {
    throw std::invalid_argument("the net is one for the game '" + std::string(net_game) +
                                "', not for '" + game.name() + "'");
  }
}

void NetEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                            std::span<Evaluation> evaluations) const {
  // Kept from call to call, so that their memory is taken once a thread.
  thread_local std::vector<std::size_t> group;
  thread_local std::vector<std::uint8_t> points;
  thread_local std::vector<float> outputs;
  const std::size_t looks = settings_.half_turn && input_.has_half_turn() ? 2 : 1;
  // Each view is run on its own: on boards that are not square, Black's and White's may differ.
  const NetView views[] = {input_.view(Colour::black), input_.view(Colour::white)};
  for (std::size_t v = 0; v < (views[0] == views[1] ? 1U : 2U); ++v) {
    const NetView& view = views[v];
    group.clear();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (input_.view(requests[i].position->to_move) == view) group.push_back(i);
    }
    if (group.empty()) continue;
    points.resize(group.size() * looks * view.points());
    outputs.resize(group.size() * looks * view.outputs());
    std::uint8_t* planes = points.data();
    for (const std::size_t i : group) {
      input_.write(*requests[i].position, {planes, view.points()});
      if (looks == 2) {
        std::copy_n(planes, view.points(), planes + view.points());
        turn_net_points({planes + view.points(), view.points()});
      }
      planes += looks * view.points();
    }
    runner_->run(view, points, outputs);
    float* output = outputs.data();
    for (const std::size_t i : group) {
      const std::span<float> first(output, view.outputs());
      if (looks == 2) add_turned(first, {output + view.outputs(), view.outputs()}, view.cells());
      spread_policy(first.subspan(1, view.cells()), settings_.net_temperature);
      input_.read(*requests[i].position, first, evaluations[i], requests[i].cell_values);
      output += looks * view.outputs();
    }
  }
}

}  // namespace isthmus
