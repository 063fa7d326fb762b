#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/record.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"
#include "games/list.hpp"

// Games, settings and evaluators that know nothing, for tests of the search.

namespace isthmus::test {

// A search of a small board that no solver cuts short.
inline Settings without_solver() {
  Settings settings;
  settings.solver_share = 0;
  settings.root_views = 1;
  return settings;
}

// Knows nothing: values and policies are noise, the same for the same position.
class NoiseEvaluator : public Evaluator {
 public:
  explicit NoiseEvaluator(const Game& game) : game_(game) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      if (position.result != Result::ongoing) throw std::logic_error("asked of a finished game");
      std::uint64_t noise = 0;
      for (Colour colour : {Colour::black, Colour::white}) {
        position.of(colour).for_each([&](Cell cell) {
          noise = SplitMix64::mix(noise + 2U * cell + static_cast<unsigned>(colour));
        });
      }
      Evaluation& evaluation = evaluations[i];
      evaluation.black_wins = static_cast<float>(noise % 1000) / 1000;
      evaluation.policy.assign(static_cast<std::size_t>(game_.board().cell_range()), 0);
      const CellSet empty = game_.board().cells() - position.occupied();
      float sum = 0;
      empty.for_each([&](Cell cell) {
        noise = SplitMix64::mix(noise);
        sum += evaluation.policy[cell] = 1 + static_cast<float>(noise % 1000) / 1000;
      });
      empty.for_each([&](Cell cell) { evaluation.policy[cell] /= sum; });
    }
  }

 private:
  const Game& game_;
};

// Wants many leaves at once, and keeps how many it gets.
class BatchEvaluator : public NoiseEvaluator {
 public:
  using NoiseEvaluator::NoiseEvaluator;
  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    {
      const std::lock_guard lock(mutex_);
      batches.push_back(requests.size());
    }
    NoiseEvaluator::evaluate(requests, evaluations);
  }
  int preferred_batch() const override { return 16; }

  mutable std::vector<std::size_t> batches;

 private:
  mutable std::mutex mutex_;
};

inline Record record_of(std::string_view name, int size, SwapRule swap = SwapRule::none) {
  return Record(std::shared_ptr<const Game>(make_game(name, size, size, swap)));
}

inline std::vector<std::int64_t> visits_of(const SearchReport& report) {
  std::vector<std::int64_t> visits;
  for (const MoveReport& move : report.moves) visits.push_back(move.visits);
  return visits;
}

}  // namespace isthmus::test
