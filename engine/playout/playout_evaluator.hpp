#pragma once

#include <atomic>
#include <span>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Judges positions of any game by random playouts move by move (play_out()), as judge_playouts()
// says; a draw counts as half a win. Of each position as many are played as settings.playouts says,
// or 64.
class PlayoutEvaluator final : public Evaluator {
 public:
  // Game and settings must outlive the evaluator. Its playouts are shared among `threads` threads,
  // whose number does not change the results; calls at one time share these.
  PlayoutEvaluator(const Game& game, const EvaluatorSettings& settings, int threads);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;

 private:
  OutcomeCounts count(const Position& position, std::uint64_t seed, std::int64_t first,
                      std::int64_t end) const;

  const Game& game_;
  const EvaluatorSettings& settings_;
  int threads_;
  mutable std::atomic<int> calls_ = 0;  // under way
  int max_moves_;
};

}  // namespace isthmus
