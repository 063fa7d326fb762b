// Code that makes threads stops and ends those that it has where one cannot be made.

#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include <doctest/doctest.h>

#include "engine/playout/playout_evaluator.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_pool.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "protocols/json/action_runner.hpp"
#include "tests/support/failing_threads.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/periodic.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/puzzles/puzzle_maker.hpp"
#include "tools/selfplay/parallel_games.hpp"
#include "tools/tournament/game_pool.hpp"
#include "tools/watch/watch_action.hpp"

using namespace isthmus;

namespace {

// Has each of the threads that `use` makes fail in turn.
void fail_each_thread(int threads, const std::function<void()>& use) {
  for (int n = 1; n <= threads; ++n) {
    CAPTURE(n);
    test::fail_thread(n);
    CHECK_THROWS_AS(use(), std::system_error);
    test::fail_thread(0);
    CHECK(test::threads_alive() == 0);
  }
}

// The same, where it ends by itself if none fails.
void fail_each_thread(const std::function<void()>& use) {
  test::take_threads_made();
  use();
  const int threads = test::take_threads_made();
  REQUIRE(threads > 0);
  fail_each_thread(threads, use);
  use();
}

test::FunctionEvaluator even_judge(const Game& game) {
  return test::FunctionEvaluator([&game](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = test::even_evaluation(game, *request.position);
  });
}

EvaluatorFactory even_judges() {
  return [](const Game& game, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(even_judge(game));
  };
}

class NoGame : public selfplay::ParallelGame {
 public:
  explicit NoGame(const Evaluator& evaluator) : evaluator_(evaluator) {}
  bool play_on() override { return false; }
  void end() override {}
  const Evaluator& evaluator() const override { return evaluator_; }
  std::span<const EvaluationRequest> asked() const override { return {}; }
  void answer(std::span<Evaluation>) override {}

 private:
  const Evaluator& evaluator_;
};

class NoGames : public tournament::GamePool {
 public:
  using GamePool::GamePool;

 private:
  std::optional<tournament::ScheduledGame> take(const std::stop_token&) override {
    return std::nullopt;
  }
  void hand_in(tournament::GameRecord) override {}
};

}  // namespace

TEST_CASE("a search stops its helpers, and goes on when there are threads again") {
  const auto game = make_game("hex", 11, 11, SwapRule::none);  // which no solver ends
  const auto evaluator = even_judge(*game);
  Settings settings;
  settings.threads = 4;
  Search search(*game, evaluator, settings);
  fail_each_thread(3, [&] { search.run({.visits = 1'000'000'000}); });
  CHECK(search.run({.visits = 500}).visits >= 500);
}

TEST_CASE("a search ends where the solver beside it cannot have its threads") {
  const auto game = make_game("y", 12, 12, SwapRule::none);
  const auto evaluator = even_judge(*game);
  Settings settings;
  settings.solver_threads = 3;
  Search search(*game, evaluator, settings);
  // One is the prover's own; each position that it has solved takes two more.
  fail_each_thread(7, [&] { search.run({.visits = 1'000'000'000}); });
}

TEST_CASE("a solver") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  fail_each_thread([&] { make_solver(*game, {.threads = 4})->solve(game->start(), {}); });
}

TEST_CASE("playouts, and none of them hides a want of memory") {
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  const PlayoutEvaluator evaluator(*game, {.playouts = 64}, 4);
  const Position position = game->start();
  const EvaluationRequest request{&position, 1};
  Evaluation evaluation;
  const auto judge = [&] { evaluator.evaluate({&request, 1}, {&evaluation, 1}); };
  fail_each_thread(judge);
  test::starve_threads(true);
  CHECK_THROWS_AS(judge(), std::bad_alloc);
  test::starve_threads(false);
  CHECK(test::threads_alive() == 0);
}

TEST_CASE("a pool of searches, and a runner of actions") {
  fail_each_thread([] { SearchPool({.make_evaluator = even_judges(), .threads = 3}); });
  fail_each_thread([] { ActionRunner({.threads = 2}, 1.0); });
}

TEST_CASE("games of a tournament, and of self-play") {
  const tournament::Spec spec;
  fail_each_thread([&] { NoGames(spec, "/nowhere").run(4, {}); });

  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const auto evaluator = even_judge(*game);
  fail_each_thread([&] {
    selfplay::EvaluationStats stats;
    std::vector<int> begun(8);
    selfplay::play_in_parallel(8, 4, {}, stats, [&](int slot) {
      const bool is_first = begun[static_cast<std::size_t>(slot)]++ == 0;
      return is_first ? std::make_unique<NoGame>(evaluator) : nullptr;
    });
  });
}

TEST_CASE("a maker of puzzles, and none of its threads hides a want of memory") {
  const auto make = [] {
    puzzles::PuzzleMaker maker({.make_evaluator = even_judges(), .visits = {1}, .threads = 3}, {},
                               [](std::span<const puzzles::Puzzle>) {});
    for (int i = 0; i < 100; ++i) maker.add("game", Record(make_game("hex", 3, 3, SwapRule::none)));
    maker.finish();
  };
  fail_each_thread(make);
  test::starve_threads(true);
  CHECK_THROWS_AS(make(), std::bad_alloc);
  test::starve_threads(false);
  CHECK(test::threads_alive() == 0);
}

TEST_CASE("a look at games that are under way") {
  const TemporaryFolder folder;
  fail_each_thread([&] { watch_action(folder.path()); });
}

TEST_CASE("what waits for signals, for readers and for time") {
  fail_each_thread([] {
    const StopOnSignal signals;
    const StopWithoutReader reader(signals.token());
    const Periodic hour(3600, [] {});
  });
}
