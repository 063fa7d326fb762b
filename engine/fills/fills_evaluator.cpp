#include "engine/fills/fills_evaluator.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/fills/fill_judgement.hpp"
#include "engine/fills/fill_task.hpp"

namespace isthmus {

FillsEvaluator::FillsEvaluator(const Game& game, std::shared_ptr<const FillBackend> backend,
                               const EvaluatorSettings& settings)
    : game_(game), backend_(std::move(backend)), settings_(settings) {
  if (!game.fill_rule()) {
    throw std::invalid_argument("random fills do not decide the game '" + game.name() + "'");
  }
}

void FillsEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                              std::span<Evaluation> evaluations) const {
  // Kept from call to call, so that their memory is taken once a thread.
  thread_local std::vector<FillTask> tasks;
  thread_local std::vector<FillCounts> counts;
  tasks.clear();
  const auto fills = static_cast<std::uint32_t>(settings_.fills);
  const std::uint32_t whole_units = (fills + kFillsPerUnit - 1) / kFillsPerUnit * kFillsPerUnit;
  for (const EvaluationRequest& request : requests) {
    tasks.push_back(
        make_fill_task(game_, *request.position, settings_.bridges, whole_units, request.seed));
  }
  counts.resize(std::max(counts.size(), tasks.size()));
  backend_->run(tasks, {counts.data(), tasks.size()});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Position& position = *requests[i].position;
    judge_fills(game_.board(), position, game_.board().cells() - position.occupied(), counts[i],
                game_.fill_rule()->connection_wins, settings_.prior_temperature, evaluations[i]);
  }
}

}  // namespace isthmus
