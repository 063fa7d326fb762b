#include "engine/search/search.hpp"

#include <memory>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"
#include "games/list.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

namespace {

std::unique_ptr<Evaluator> make_evaluator(const Game& game, const EvaluatorSettings& settings) {
  return std::make_unique<FillsEvaluator>(game, std::make_shared<CpuFillBackend>(), settings);
}

// A search of the empty board that goes on from call to call, and starts anew, in the same memory,
// when it has grown large.
class Leaves {
 public:
  Leaves(std::shared_ptr<const Game> game, int threads) : game_(std::move(game)) {
    settings_.threads = threads;
    settings_.reuse_tree = false;
    evaluator_ = make_evaluator(*game_, settings_);
    search_ = std::make_unique<Search>(*game_, *evaluator_, settings_);
    start();
  }

  std::uint64_t operator()() {
    constexpr std::int64_t kLeaves = 4000, kMaxVisits = 20'000;
    if (visits_ >= kMaxVisits) start();
    visits_ += kLeaves;
    return static_cast<std::uint64_t>(search_->run({.visits = visits_}).evaluations);
  }

 private:
  void start() {
    search_->set_root(Record(game_));
    visits_ = 0;
  }

  std::shared_ptr<const Game> game_;
  Settings settings_;
  std::unique_ptr<Evaluator> evaluator_;
  std::unique_ptr<Search> search_;
  std::int64_t visits_ = 0;
};

Work leaves(const std::shared_ptr<const Game>& game, int threads) {
  // Shared, as a Work can be copied.
  return [search = std::make_shared<Leaves>(game, threads)] { return (*search)(); };
}

Work evaluations(const std::shared_ptr<const Game>& game) {
  const auto settings = std::make_shared<Settings>();
  const std::shared_ptr<Evaluator> evaluator = make_evaluator(*game, *settings);
  return [game, settings, evaluator, position = game->start(), evaluation = Evaluation(),
          seed = std::uint64_t{0}]() mutable {
    const EvaluationRequest request{&position, ++seed};
    evaluator->evaluate({&request, 1}, {&evaluation, 1});
    return std::uint64_t{1};
  };
}

}  // namespace

void bench_search(BenchTable& table) {
  const std::shared_ptr<const Game> game = make_game(kDefaultGame, 11, 11, SwapRule::none);
  const BenchRow row{"search", "leaves of 2,048 fills, " + game->name() + " 11x11", "leaves"};
  table.add(row, {"evaluations alone", evaluations(game)}, {"search", leaves(game, 1)});
  table.add(row, {"one thread", leaves(game, 1)}, {"two threads", leaves(game, 2)});
}

}  // namespace isthmus
