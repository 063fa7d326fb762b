#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"
#include "engine/playout/playout_judgement.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Judges positions by random playouts that a backend plays many at a time, as judge_playouts()
// says; settings.playouts are how many, or Task::kSuitedPlayouts where these are 0. make_task(game,
// position, playouts, seed) makes a Task of a position, for games whose playouts it describes.
template <class Task>
class OutcomeEvaluator final : public Evaluator {
 public:
  using Backend = PlayoutBackend<Task, OutcomeCounts>;
  using MakeTask = Task (*)(const Game& game, const Position& position, std::uint32_t playouts,
                            std::uint64_t seed);

  // Game and settings must outlive the evaluator.
  OutcomeEvaluator(const Game& game, MakeTask make_task, std::shared_ptr<const Backend> backend,
                   const EvaluatorSettings& settings)
      : game_(game), make_task_(make_task), backend_(std::move(backend)), settings_(settings) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    // Kept from call to call, so that their memory is taken once a thread.
    thread_local std::vector<Task> tasks;
    thread_local std::vector<OutcomeCounts> counts;
    tasks.clear();
    const auto playouts = settings_.playouts > 0 ? static_cast<std::uint32_t>(settings_.playouts)
                                                 : Task::kSuitedPlayouts;
    for (const EvaluationRequest& request : requests) {
      tasks.push_back(make_task_(game_, *request.position, playouts, request.seed));
    }
    counts.resize(std::max(counts.size(), tasks.size()));
    backend_->run(tasks, {counts.data(), tasks.size()});
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      judge_playouts(game_.board(), position, game_.legal_cells(position), counts[i],
                     settings_.playout_temperature, evaluations[i]);
    }
  }
  int preferred_batch() const override { return backend_->preferred_batch(); }

 private:
  const Game& game_;
  MakeTask make_task_;
  std::shared_ptr<const Backend> backend_;
  const EvaluatorSettings& settings_;
};

}  // namespace isthmus
