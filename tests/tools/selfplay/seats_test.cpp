// Many games on a few threads: coroutines, and what waits for its evaluator.

#include "tools/selfplay/seats.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/coroutine.hpp"

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

}  // namespace

TEST_CASE("a coroutine pauses, goes on, and hands over what it throws") {
  std::string said;
  Coroutine* self = nullptr;
  Coroutine counting([&] {
    for (char c : std::string("abc")) {
      said += c;
      self->pause();
    }
    throw std::runtime_error("d");
  });
  self = &counting;
  for (const char* expected : {"a", "ab", "abc"}) {
    counting.resume();
    CHECK(said == expected);
    CHECK(!counting.has_returned());
  }
  CHECK_THROWS_WITH(counting.resume(), "d");
  CHECK(counting.has_returned());
}

TEST_CASE("seats get their own answers, in batches of all that wait") {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  Traffic traffic;
  std::atomic<int> next{0};
  std::atomic<int> wrong{0};
  run_seats(evaluators, 100, 3, {}, traffic, [&](Seat& seat) {
    ++next;
    // Not the count: which seats of a thread had which parity would depend on how threads take
    // turns.
    const int number = seat.number();
    const std::size_t mine = static_cast<std::size_t>(number % 2);
    for (int i = 0; i < 50; ++i) {
      EvaluationRequest requests[2] = {{nullptr, static_cast<std::uint64_t>(1000 * number + i)},
                                       {nullptr, static_cast<std::uint64_t>(7000 * number + i)}};
      Evaluation evaluations[2];
      const std::size_t count = i % 3 == 0 ? 2 : 1;
      seat.evaluator(mine).evaluate({requests, count}, {evaluations, count});
      for (std::size_t k = 0; k < count; ++k) {
        if (evaluations[k].black_wins != static_cast<float>(requests[k].seed)) ++wrong;
      }
    }
  });
  CHECK(next == 100);
  CHECK(wrong == 0);
  CHECK(traffic.evaluations == 100 * (50 + 17));
  for (const auto& evaluator : evaluators) {
    const auto& counting = dynamic_cast<const CountingEvaluator&>(*evaluator);
    // Of the 33 or 34 seats of a thread 17 ask it at a time, at most twice.
    CHECK(counting.largest_batch == 34);
  }
}

TEST_CASE("a failing evaluator, a failing body and a stop end all seats") {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<CountingEvaluator>());
  auto& counting = dynamic_cast<CountingEvaluator&>(*evaluators[0]);
  Traffic traffic;
  std::atomic<int> stopped{0};
  const auto ask_for_ever = [&](Seat& seat) {
    try {
      for (;;) {
        const EvaluationRequest request{nullptr, 1};
        Evaluation evaluation;
        seat.evaluator(0).evaluate({&request, 1}, {&evaluation, 1});
      }
    } catch (const Stopped&) {
      ++stopped;
      throw;
    }
  };
  counting.fail_at = 50;
  CHECK_THROWS_WITH(run_seats(evaluators, 20, 2, {}, traffic, ask_for_ever), "out of order");
  CHECK(stopped == 20);

  counting.fail_at = 0;
  stopped = 0;
  std::atomic<int> number{0};
  CHECK_THROWS_WITH(run_seats(evaluators, 20, 2, {}, traffic,
                              [&](Seat& seat) {
                                if (number++ == 13) throw std::runtime_error("seat 13");
                                ask_for_ever(seat);
                              }),
                    "seat 13");
  CHECK(stopped <= 19);

  stopped = 0;
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  run_seats(evaluators, 20, 2, source.get_token(), traffic, ask_for_ever);
  CHECK(stopped == 20);
}
