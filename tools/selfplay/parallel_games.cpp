#include "tools/selfplay/parallel_games.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/base/thread_group.hpp"

namespace isthmus::selfplay {

namespace {

// The slots of one thread, from `first` up to `end`.
class SlotGroup {
 public:
  SlotGroup(int first, int end, const NextGame& next, EvaluationStats& stats)
      : first_(first), next_(next), stats_(stats), games_(static_cast<std::size_t>(end - first)) {}
  ~SlotGroup() {
    for (const auto& game : games_) {
      if (game) game->end();
    }
  }
  SlotGroup(const SlotGroup&) = delete;
  SlotGroup& operator=(const SlotGroup&) = delete;

  void run(const std::stop_token& stop) {
    for (std::size_t i = 0; i < games_.size(); ++i) games_[i] = next_game(i);
    for (auto begin = Clock::now(); !stop.stop_requested();) {
      asking_.clear();
      for (std::size_t i = 0; i < games_.size(); ++i) {
        if (play_on(i)) asking_.push_back(games_[i].get());
      }
      count(stats_.playing_ns, begin);
      if (asking_.empty()) return;
      const SharedBatch::Counts counts = batch_.answer(asking_);
      stats_.evaluations.fetch_add(static_cast<std::int64_t>(counts.evaluations),
                                   std::memory_order_relaxed);
      stats_.batches.fetch_add(static_cast<std::int64_t>(counts.calls), std::memory_order_relaxed);
      count(stats_.evaluating_ns, begin);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Adds the time since `begin` to a count, and begins anew.
  static void count(std::atomic<std::int64_t>& nanoseconds, Clock::time_point& begin) {
    const auto now = Clock::now();
    nanoseconds.fetch_add(std::chrono::nanoseconds(now - begin).count(), std::memory_order_relaxed);
    begin = now;
  }

  // Plays on in slot i, with its next games if need be. Returns false where there are no more.
  bool play_on(std::size_t i) {
    std::unique_ptr<ParallelGame>& game = games_[i];
    if (game && game->failure()) std::rethrow_exception(game->failure());
    while (game && !game->play_on()) {
      std::exchange(game, nullptr)->end();
      game = next_game(i);
    }
    return game != nullptr;
  }
  std::unique_ptr<ParallelGame> next_game(std::size_t i) const {
    return next_(first_ + static_cast<int>(i));
  }

  const int first_;
  const NextGame& next_;
  EvaluationStats& stats_;
  std::vector<std::unique_ptr<ParallelGame>> games_;  // by slot; null where there are no more
  SharedBatch batch_;
  std::vector<BatchMember*> asking_;  // kept for its memory
};

}  // namespace

void play_in_parallel(int slots, int threads, const std::stop_token& stop, EvaluationStats& stats,
                      const NextGame& next) {
  const int groups = std::clamp(threads, 1, std::max(1, slots));
  run_together("games", groups, stop, [&](int i, const std::stop_token& ending) {
    const auto first = static_cast<int>(std::int64_t{slots} * i / groups);
    const auto end = static_cast<int>(std::int64_t{slots} * (i + 1) / groups);
    SlotGroup(first, end, next, stats).run(ending);
  });
}

}  // namespace isthmus::selfplay
