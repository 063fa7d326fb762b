#include "engine/search/search.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

namespace {

// Fails from its n-th call on.
class FailingEvaluator : public NoiseEvaluator {
 public:
  FailingEvaluator(const Game& game, int calls) : NoiseEvaluator(game), left_(calls) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (left_-- <= 0) throw std::runtime_error("the evaluator is gone");
    NoiseEvaluator::evaluate(requests, evaluations);
  }
  void mend() { left_ = 1 << 30; }

 private:
  mutable std::atomic<int> left_;
};

// Asks for a stop in its n-th call.
class StoppingEvaluator : public NoiseEvaluator {
 public:
  StoppingEvaluator(const Game& game, int stop_at) : NoiseEvaluator(game), stop_at_(stop_at) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (++calls == stop_at_) stop.request_stop();
    NoiseEvaluator::evaluate(requests, evaluations);
  }

  mutable std::stop_source stop;
  mutable std::atomic<int> calls{0};

 private:
  int stop_at_;
};

}  // namespace

TEST_CASE("one thread with one seed repeats exactly, and stops at the visits asked for") {
  const Record record = record_of("hex", 7);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  std::vector<std::vector<std::int64_t>> runs;
  for (int i = 0; i < 2; ++i) {
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 3000});
    CHECK(report.visits == 3000);
    runs.push_back(visits_of(report));
  }
  CHECK(runs[0] == runs[1]);
}

TEST_CASE("a run in parts comes to the same as a run, and ends for good") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const FailingEvaluator unasked(*game, 0);  // which is not to be asked
  for (const std::int64_t batch : {1, 7}) {
    Settings settings = without_solver();
    settings.batch = batch;
    Search whole(*game, evaluator, settings), parts(*game, unasked, settings);
    const SearchReport expected = whole.run({.visits = 900});
    int shown = 0;
    parts.begin(
        {.visits = 900}, {}, 1, [&](const SearchReport&) { ++shown; }, 0, 0);
    std::vector<Evaluation> evaluations(7);
    std::int64_t judged = 0;
    std::size_t largest = 0;
    for (auto asked = parts.gather(); !asked.empty(); asked = parts.gather()) {
      if (judged == 0) {
        CHECK(asked.size() == 1);
        CHECK(*asked[0].position == game->start());
      }
      judged += static_cast<std::int64_t>(asked.size());
      largest = std::max(largest, asked.size());
      const std::span<Evaluation> answers(evaluations.data(), asked.size());
      evaluator.evaluate(asked, answers);
      parts.back_up(answers);
    }
    CHECK(largest == static_cast<std::size_t>(batch));
    CHECK(shown == 1);
    const SearchReport report = parts.report();
    CHECK(report.evaluations == judged);
    CHECK(report.evaluations == expected.evaluations);
    CHECK(report.visits == 900);
    REQUIRE(report.moves.size() == expected.moves.size());
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
      CHECK(report.moves[i].move == expected.moves[i].move);
      CHECK(report.moves[i].visits == expected.moves[i].visits);
      CHECK(report.moves[i].win_rate == expected.moves[i].win_rate);
    }
    CHECK(parts.gather().empty());

    std::stop_source stop;
    parts.set_root(game->start(), {});
    parts.begin({}, stop.get_token(), 1);
    for (int i = 0; i < 10; ++i) {
      const auto asked = parts.gather();
      REQUIRE(!asked.empty());
      const std::span<Evaluation> answers(evaluations.data(), asked.size());
      evaluator.evaluate(asked, answers);
      parts.back_up(answers);
    }
    stop.request_stop();
    CHECK(parts.gather().empty());
  }
}

TEST_CASE("batches grow with the tree, to what the evaluator wants") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  Settings settings;
  settings.root_views = 1;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({.visits = 5000});
  std::size_t visits = 0, full = 0;
  for (const std::size_t batch : evaluator.batches) {
    CHECK(batch <= std::max<std::size_t>(1, visits / 64));
    visits += batch;
    full += batch == 16;
  }
  CHECK(full > 100);
}

TEST_CASE("batches are as large as settings want, whatever the evaluator does") {
  const Record record = record_of("y", 8);
  for (const std::int64_t wanted : {1, 5, 40}) {
    const BatchEvaluator evaluator(record.game());
    Settings settings;
    settings.root_views = 1;
    settings.batch = wanted;
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    search.run({.visits = 5000});
    CHECK(*std::max_element(evaluator.batches.begin(), evaluator.batches.end()) ==
          static_cast<std::size_t>(wanted));
  }
}

TEST_CASE("threads share the leaves that may be under way") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  Settings settings;
  settings.batch = 1000;
  settings.threads = 4;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({.visits = 6400});
  const std::size_t largest = *std::max_element(evaluator.batches.begin(), evaluator.batches.end());
  CHECK(largest <= 25);  // 6400 / 64 / 4
  CHECK(largest > 10);
}

TEST_CASE("visits add up, with one thread and with several") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  for (int threads : {1, 3}) {
    Settings settings;
    settings.threads = threads;
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 5000});
    CHECK(report.visits == 5000);
    const auto visits = visits_of(report);
    // The first visit judged the root itself.
    CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 5000);
    double prior = 0;
    for (const MoveReport& move : report.moves) {
      prior += move.prior;
      CHECK(move.lower_bound <= move.win_rate);
      if (move.visits == 0) continue;
      REQUIRE(!move.variation.empty());
      CHECK(move.variation.front() == move.move);
      CHECK(std::is_sorted(move.variation_visits.rbegin(), move.variation_visits.rend()));
    }
    CHECK(prior == doctest::Approx(1).epsilon(0.01));
  }
}

TEST_CASE("asked to stop, each thread does no more than its current batch") {
  const Record record = record_of("hex", 9);
  const StoppingEvaluator evaluator(record.game(), 500);
  Settings settings;
  settings.threads = 3;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({}, evaluator.stop.get_token());
  CHECK(evaluator.calls >= 500);
  CHECK(evaluator.calls <= 500 + settings.threads);
}

TEST_CASE("a search ends when its time is over, and shows how it goes on the way") {
  const Record record = record_of("hex", 9);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  std::vector<std::int64_t> shown;
  const SearchReport report = search.run(
      {.seconds = 0.1}, {}, [&](const SearchReport& now) { shown.push_back(now.visits); }, 0.01);
  CHECK(report.seconds >= 0.1);
  CHECK(shown.size() > 1);
  CHECK(std::is_sorted(shown.begin(), shown.end()));
}

TEST_CASE("a failing evaluator is reported, and leaves a tree that can be searched on") {
  const Record record = record_of("hex", 6);
  FailingEvaluator evaluator(record.game(), 200);
  Settings settings = without_solver();  // which would prove this before all visits are made
  settings.threads = 2;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  CHECK_THROWS_WITH_AS(search.run({.visits = 1000}), "the evaluator is gone", std::runtime_error);
  evaluator.mend();
  const SearchReport report = search.run({.visits = 1000});
  const auto visits = visits_of(report);
  CHECK(report.visits == 1000);
  CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 1000);
}

TEST_CASE("a finished game has no moves to report") {
  Record record = record_of("hex", 2);
  for (const char* move : {"a1", "b1", "a2"}) REQUIRE(record.play(*record.game().find_move(move)));
  REQUIRE(record.position().result == Result::black);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  CHECK(search.run({.visits = 10}).moves.empty());
}
