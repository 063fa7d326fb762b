// Many games on a few threads, which share batches.

#include "tools/selfplay/parallel_games.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// Answers with the number of the request's seed, notes the sizes of batches, and may fail.
class CountingEvaluator : public Evaluator {
 public:
  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (fail_at > 0 && ++calls >= fail_at) throw std::runtime_error("out of order");
    std::size_t largest = largest_batch;
    while (requests.size() > largest &&
           !largest_batch.compare_exchange_weak(largest, requests.size())) {
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i].black_wins = static_cast<float>(requests[i].seed);
    }
  }

  int fail_at = 0;
  mutable std::atomic<int> calls{0};
  mutable std::atomic<std::size_t> largest_batch{0};
};

// Asks its evaluator for one position, or for two in every third round, and checks the answers.
class AskingGame : public ParallelGame {
 public:
  struct Log {
    std::atomic<int> wrong{0};
    std::atomic<int> ended{0};    // of those on which end() was called: after their last round
    std::atomic<int> stopped{0};  // ... and before it
  };

  // Of infinitely many rounds where that is 0.
  AskingGame(const Evaluator& evaluator, int number, int rounds, Log& log)
      : evaluator_(evaluator), number_(number), rounds_(rounds), log_(log) {}

  bool play_on() override {
    if (number_ == kFailing) throw std::runtime_error("game 13");
    if (rounds_ > 0 && round_ == rounds_) return false;
    if (count_ == 0) {
      requests_ = {{{nullptr, static_cast<std::uint64_t>(1000 * number_ + round_)},
                    {nullptr, static_cast<std::uint64_t>(7000 * number_ + round_)}}};
      count_ = round_ % 3 == 0 ? 2 : 1;
    }
    return true;
  }
  void end() override { ++(rounds_ > 0 && round_ == rounds_ ? log_.ended : log_.stopped); }
  const Evaluator& evaluator() const override { return evaluator_; }
  std::span<const EvaluationRequest> asked() const override { return {requests_.data(), count_}; }
  void answer(std::span<Evaluation> evaluations) override {
    if (evaluations.size() != count_) ++log_.wrong;
    for (std::size_t i = 0; i < count_; ++i) {
      if (evaluations[i].black_wins != static_cast<float>(requests_[i].seed)) ++log_.wrong;
    }
    ++round_;
    count_ = 0;
  }

  static constexpr int kFailing = -1;

 private:
  const Evaluator& evaluator_;
  int number_;
  int rounds_;
  Log& log_;
  int round_ = 0;
  std::array<EvaluationRequest, 2> requests_{};
  std::size_t count_ = 0;
};

}  // namespace

TEST_CASE("games get their own answers, in batches of all that wait") {
  std::array<CountingEvaluator, 2> evaluators;
  EvaluationStats stats;
  AskingGame::Log log;
  std::array<std::atomic<int>, 100> begun{};
  play_in_parallel(100, 3, {}, stats, [&](int slot) -> std::unique_ptr<ParallelGame> {
    if (begun[static_cast<std::size_t>(slot)]++ == 2) return nullptr;
    // Not the count of games: which slots of a thread had which parity would depend on how threads
    // take turns.
    return std::make_unique<AskingGame>(evaluators[static_cast<std::size_t>(slot % 2)], slot, 50,
                                        log);
  });
  for (const std::atomic<int>& games : begun) CHECK(games == 3);
  CHECK(log.wrong == 0);
  CHECK(log.ended == 200);
  CHECK(log.stopped == 0);
  CHECK(stats.evaluations == 200 * (50 + 17));
  for (const CountingEvaluator& evaluator : evaluators) {
    // Of the 33 or 34 slots of a thread 17 ask it at a time, at most twice.
    CHECK(evaluator.largest_batch == 34);
  }
  // Each thread calls each evaluator once for what its slots ask in a round.
  CHECK(stats.batches == 3 * 2 * 100);
}

TEST_CASE("a failing evaluator, a failing game and a stop end all games") {
  CountingEvaluator evaluator;
  EvaluationStats stats;
  AskingGame::Log log;
  const auto play = [&](int failing, std::stop_token stop) {
    play_in_parallel(20, 2, std::move(stop), stats, [&](int slot) {
      const int number = slot == failing ? AskingGame::kFailing : slot;
      return std::make_unique<AskingGame>(evaluator, number, 0, log);
    });
  };
  evaluator.fail_at = 50;
  CHECK_THROWS_WITH(play(-1, {}), "out of order");
  CHECK(log.stopped == 20);

  evaluator.fail_at = 0;
  log.stopped = 0;
  CHECK_THROWS_WITH(play(13, {}), "game 13");
  CHECK(log.stopped == 20);

  log.stopped = 0;
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  play(-1, source.get_token());
  CHECK(log.stopped == 20);
  CHECK(log.ended == 0);
  CHECK(log.wrong == 0);
}
