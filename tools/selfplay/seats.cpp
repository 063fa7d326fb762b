#include "tools/selfplay/seats.hpp"

#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/search/coroutine.hpp"
#include "engine/search/shared_batch.hpp"

namespace isthmus::selfplay {

namespace {

// The seats of one thread.
class SeatGroup {
 public:
  SeatGroup(std::span<const std::unique_ptr<Evaluator>> evaluators, int first, int end,
            Traffic& traffic, const std::function<void(Seat&)>& body)
      : traffic_(traffic) {
    for (const auto& evaluator : evaluators) batches_.emplace_back(*evaluator);
    for (int number = first; number < end; ++number) {
      const std::size_t i = games_.size();
      games_.push_back(
          std::make_unique<Game>([this, &body, i, number] { begin(*games_[i], number, body); }));
    }
  }

  // Until all seats have returned.
  void run(const std::stop_token& stop) {
    std::exception_ptr failure;
    const auto fail = [&](const std::exception_ptr& why) {
      if (!failure) failure = why;
      stop_all();
    };
    for (auto begin = Clock::now();;) {
      for (const auto& game : games_) {
        try {
          if (!game->coroutine.has_returned()) game->coroutine.resume();
        } catch (const Stopped&) {
        } catch (...) {
          fail(std::current_exception());
        }
      }
      count(traffic_.playing_ns, begin);
      if (stop.stop_requested()) stop_all();
      const bool have_asked = answer() > 0;
      for (const SharedBatch& batch : batches_) {
        if (batch.failure()) fail(batch.failure());
      }
      count(traffic_.evaluating_ns, begin);
      if (!have_asked && have_all_returned()) break;
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Game {
    explicit Game(std::function<void()> body) : coroutine(std::move(body)) {}
    Coroutine coroutine;
  };

  void begin(Game& game, int number, const std::function<void(Seat&)>& body) {
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (SharedBatch& batch : batches_) {
      auto evaluator = std::make_unique<BatchedEvaluator>();
      evaluator->attach(batch, game.coroutine, 1);
      evaluators.push_back(std::move(evaluator));
    }
    Seat seat(number, std::move(evaluators));
    body(seat);
  }

  std::size_t answer() {
    std::size_t answered = 0;
    for (SharedBatch& asked : batches_) {
      const std::size_t batch = asked.answer();
      answered += batch;
      if (batch > 0) traffic_.batches.fetch_add(1, std::memory_order_relaxed);
    }
    traffic_.evaluations.fetch_add(static_cast<std::int64_t>(answered), std::memory_order_relaxed);
    return answered;
  }

  void stop_all() {
    for (SharedBatch& batch : batches_) batch.stop(std::make_exception_ptr(Stopped()));
  }

  bool have_all_returned() const {
    for (const auto& game : games_) {
      if (!game->coroutine.has_returned()) return false;
    }
    return true;
  }

  // Adds the time since `begin` to a count, and begins anew.
  static void count(std::atomic<std::int64_t>& nanoseconds, Clock::time_point& begin) {
    const auto now = Clock::now();
    nanoseconds.fetch_add(std::chrono::nanoseconds(now - begin).count(), std::memory_order_relaxed);
    begin = now;
  }

  Traffic& traffic_;
  std::deque<SharedBatch> batches_;  // of the evaluators; the seats refer to them
  std::vector<std::unique_ptr<Game>> games_;
};

}  // namespace

void run_seats(std::span<const std::unique_ptr<Evaluator>> evaluators, int seats, int threads,
               std::stop_token stop, Traffic& traffic, const std::function<void(Seat&)>& body) {
  // Ends all groups when the caller wants so, or when one of them has failed.
  std::stop_source ending;
  const std::stop_callback forward(stop, [&] { ending.request_stop(); });
  std::mutex mutex;
  std::exception_ptr failure;

  const auto work = [&](int first, int end) {
    try {
      SeatGroup(evaluators, first, end, traffic, body).run(ending.get_token());
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      ending.request_stop();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) {
      const auto first = static_cast<int>(std::int64_t{seats} * i / threads);
      const auto end = static_cast<int>(std::int64_t{seats} * (i + 1) / threads);
      if (first < end) workers.emplace_back(work, first, end);
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace isthmus::selfplay
