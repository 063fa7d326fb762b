#include "engine/net/cached_evaluator.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/base/huge_pages.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

namespace {

// What the value and the policy of an evaluation say of the position that a symmetry makes.
Evaluation image(const Board& board, const Symmetry& symmetry, const Evaluation& evaluation) {
  Evaluation turned;
  turned.black_wins =
      symmetry.exchanges_colours ? 1 - evaluation.black_wins : evaluation.black_wins;
  turned.policy.resize(evaluation.policy.size());
  board.cells().for_each(
      [&](Cell cell) { turned.policy[symmetry.images[cell]] = evaluation.policy[cell]; });
  return turned;
}

}  // namespace

CachedEvaluator::CachedEvaluator(const Game& game, std::unique_ptr<const Evaluator> evaluator,
                                 const EvaluatorSettings& settings)
    : game_(game),
      evaluator_(std::move(evaluator)),
      settings_(settings),
      cells_(static_cast<std::size_t>(game.board().cell_range())),
      symmetries_(game.symmetries()) {
  for (const Symmetry& symmetry : symmetries_) {
    inverses_.push_back(inverse(game.board(), symmetry));
  }
  const std::size_t slot_bytes = sizeof(std::uint64_t) + (1 + cells_) * sizeof(float);
  slots_ = static_cast<std::size_t>(settings.cache) * 1'000'000 / slot_bytes;
  keys_ = std::make_unique<std::atomic<std::uint64_t>[]>(slots_);
  // Memory that is never written costs nothing.
  numbers_ = std::make_unique_for_overwrite<float[]>(slots_ * (1 + cells_));
  prefer_huge_pages(numbers_.get(), slots_ * (1 + cells_) * sizeof(float));
}

CachedEvaluator::Entry CachedEvaluator::entry_of(const Position& position) const {
  const CellSet legal = game_.legal_cells(position);
  Entry least{key_of(position, legal), 0};
  if (!settings_.cache_symmetries) return least;
  for (std::size_t i = 1; i < symmetries_.size(); ++i) {
    const Symmetry& by = symmetries_[i];
    const std::uint64_t key = key_of(isthmus::image(by, position), isthmus::image(by, legal));
    if (key < least.key) least = {key, i};
  }
  return least;
}

std::uint64_t CachedEvaluator::key_of(const Position& position, const CellSet& legal) const {
  std::uint64_t key =
      std::bit_cast<std::uint64_t>(settings_.net_temperature) * 2 + (settings_.half_turn ? 1 : 0);
  const auto add = [&key](std::uint64_t word) { key = SplitMix64::mix(key * 3 + word) + 1; };
  const std::size_t words = (cells_ + 63) / 64;
  for (const CellSet& stones : position.stones) {
    for (std::size_t i = 0; i < words; ++i) add(stones.words()[i]);
  }
  add(static_cast<std::uint64_t>(position.to_move) << 16U | position.last_move.code());
  // Where rules depend on earlier positions, the stones alone do not determine which empty cells
  // are open.
  if (legal != game_.board().cells() - position.occupied()) {
    for (std::size_t i = 0; i < words; ++i) add(legal.words()[i]);
  }
  return key == 0 ? 1 : key;
}

bool CachedEvaluator::find(std::uint64_t key, Evaluation& evaluation) const {
  const std::size_t slot = key % slots_;
  // Most are not there, which takes no lock to see.
  if (keys_[slot].load(std::memory_order_relaxed) != key) return false;
  const std::scoped_lock lock(mutex_of(slot));
  if (keys_[slot].load(std::memory_order_relaxed) != key) return false;
  const float* from = numbers(slot);
  evaluation.black_wins = *from++;
  evaluation.policy.assign(from, from + cells_);
  evaluation.ownership.clear();
  evaluation.amaf.clear();
  return true;
}

void CachedEvaluator::remember(std::uint64_t key, const Evaluation& evaluation) const {
  const std::size_t slot = key % slots_;
  const std::scoped_lock lock(mutex_of(slot));
  keys_[slot].store(key, std::memory_order_relaxed);
  float* to = numbers(slot);
  *to++ = evaluation.black_wins;
  std::copy(evaluation.policy.begin(), evaluation.policy.end(), to);
}

void CachedEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                               std::span<Evaluation> evaluations) const {
  if (slots_ == 0) {
    evaluator_->evaluate(requests, evaluations);
    return;
  }
  // Kept from call to call, so that their memory is taken once a thread.
  thread_local std::vector<Entry> entries;
  thread_local std::vector<EvaluationRequest> new_requests;
  thread_local std::vector<Evaluation> new_evaluations;
  entries.clear();
  new_requests.clear();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Entry entry = entry_of(*requests[i].position);
    if (!requests[i].cell_values && find(entry.key, evaluations[i])) {
      if (entry.symmetry != 0) {
        evaluations[i] = image(game_.board(), inverses_[entry.symmetry], evaluations[i]);
      }
      entry.key = 0;
    } else {
      new_requests.push_back(requests[i]);
      // It will be written, and is hardly ever in a cache.
      const float* room = numbers(entry.key % slots_);
      for (std::size_t n = 0; n <= cells_; n += 16) __builtin_prefetch(room + n, 1);
    }
    entries.push_back(entry);
  }
  if (new_requests.empty()) return;
  if (new_evaluations.size() < new_requests.size()) new_evaluations.resize(new_requests.size());
  evaluator_->evaluate(new_requests, {new_evaluations.data(), new_requests.size()});
  auto next = new_evaluations.begin();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto [key, symmetry] = entries[i];
    if (key == 0) continue;
    if (symmetry == 0) {
      remember(key, *next);
    } else {
      remember(key, image(game_.board(), symmetries_[symmetry], *next));
    }
    std::swap(evaluations[i], *next++);
  }
}

}  // namespace isthmus
