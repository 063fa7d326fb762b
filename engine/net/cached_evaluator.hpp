#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Remembers the values and policies that an evaluator gave positions, in a memory of a set size:
// that of the last position of all that share a slot. For evaluators without random numbers that go
// by the stones, the last move and the legal moves. It is asked anew where ownership and amaf are
// wanted. Where settings say cache_symmetries, what was said of a position stands for all that
// symmetries of the game turn it into.
class CachedEvaluator final : public Evaluator {
 public:
  // settings.cache is read now: MB, 0 for no memory. Game and settings must outlive the evaluator.
  CachedEvaluator(const Game& game, std::unique_ptr<const Evaluator> evaluator,
                  const EvaluatorSettings& settings);

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override;
  int preferred_batch() const override { return evaluator_->preferred_batch(); }

 private:
  // What a position is remembered by, and which of the symmetries turns it into what is remembered.
  struct Entry {
    std::uint64_t key;  // 0 where it need not be remembered
    std::size_t symmetry;
  };

  Entry entry_of(const Position& position) const;
  // Never 0, which is the key of empty slots. Two positions have the same with a probability of
  // 2^-64.
  std::uint64_t key_of(const Position& position, const CellSet& legal) const;
  bool find(std::uint64_t key, Evaluation& evaluation) const;
  void remember(std::uint64_t key, const Evaluation& evaluation) const;

  std::mutex& mutex_of(std::size_t slot) const { return mutexes_[slot % mutexes_.size()]; }
  // What is remembered in a slot: black_wins, policy.
  float* numbers(std::size_t slot) const { return numbers_.get() + slot * (1 + cells_); }

  const Game& game_;
  std::unique_ptr<const Evaluator> evaluator_;
  const EvaluatorSettings& settings_;
  std::size_t cells_;
  std::vector<Symmetry> symmetries_;  // that which changes nothing first
  std::vector<Symmetry> inverses_;    // of these
  std::size_t slots_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> keys_;  // by slot
  std::unique_ptr<float[]> numbers_;
  mutable std::array<std::mutex, 64> mutexes_;
};

}  // namespace isthmus
