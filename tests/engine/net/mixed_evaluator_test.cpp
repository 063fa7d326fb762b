#include "engine/net/mixed_evaluator.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/cpu_net.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/playout/cpu_tallier.hpp"
#include "engine/playout/fills_evaluator.hpp"
#include "engine/search/search.hpp"
#include "games/hex/hex.hpp"
#include "tests/engine/random_position.hpp"

using namespace isthmus;

namespace {

constexpr float kQuickMark = 1, kThoroughMark = 2;

// Takes the number of stones as Black's chance in hundredths, marks what it says, and notes the
// seeds of the requests, a list a call.
class Stub final : public Evaluator {
 public:
  using Calls = std::vector<std::vector<std::uint64_t>>;

  Stub(float mark, int batch, Calls& calls) : mark_(mark), batch_(batch), calls_(calls) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    calls_.emplace_back();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      calls_.back().push_back(requests[i].seed);
      const auto stones = static_cast<float>(requests[i].position->occupied().size());
      const auto seed = static_cast<float>(requests[i].seed);
      evaluations[i] = {stones / 100, {mark_, seed}, {mark_, seed}, {mark_, seed}};
    }
  }
  int preferred_batch() const override { return batch_; }

 private:
  float mark_;
  int batch_;
  Calls& calls_;
};

// A mixture of two stubs, and what they were asked.
struct Fixture {
  Fixture() { settings.certainty = 0.9; }

  // Judges positions with these numbers of stones; the seeds are 0, 1, ...
  std::vector<Evaluation> judge(const std::vector<int>& stones) const {
    std::vector<Position> positions;
    for (const int count : stones) positions.push_back(with_stones(count));
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) requests.push_back({&position, requests.size()});
    const Evaluation poison{-1, {-1, -1, -1, -1, -1}, {-1}, {}};
    std::vector<Evaluation> evaluations(stones.size(), poison);
    mixed.evaluate(requests, evaluations);
    return evaluations;
  }

  static Position with_stones(int count) {
    Position position;
    for (int i = 0; i < count; ++i) position.of(Colour::black).insert(static_cast<Cell>(i));
    return position;
  }

  Settings settings;
  Stub::Calls quick_calls, thorough_calls;
  MixedEvaluator mixed{std::make_unique<Stub>(kQuickMark, 3, quick_calls),
                       std::make_unique<Stub>(kThoroughMark, 7, thorough_calls), settings};
};

bool equal(const Evaluation& a, const Evaluation& b) {
  return a.black_wins == b.black_wins && a.policy == b.policy && a.ownership == b.ownership &&
         a.worth == b.worth;
}

}  // namespace

TEST_CASE("just the positions in doubt reach the thorough evaluator, in one call") {
  Fixture fixture;
  const std::vector<int> stones{95, 50, 5, 11, 89, 91, 9, 70};
  const std::vector<bool> in_doubt{false, true, false, true, true, false, false, true};
  const std::vector<Evaluation> judged = fixture.judge(stones);
  CHECK(fixture.quick_calls == Stub::Calls{{0, 1, 2, 3, 4, 5, 6, 7}});
  CHECK(fixture.thorough_calls == Stub::Calls{{1, 3, 4, 7}});
  for (std::size_t i = 0; i < stones.size(); ++i) {
    CAPTURE(i);
    const float mark = in_doubt[i] ? kThoroughMark : kQuickMark;
    const std::vector<float> marked{mark, static_cast<float>(i)};
    CHECK(equal(judged[i], {static_cast<float>(stones[i]) / 100, marked, marked, marked}));
  }
}

TEST_CASE("where nothing is in doubt the thorough evaluator is not called") {
  Fixture fixture;
  fixture.judge({95, 3, 99});
  CHECK(fixture.thorough_calls.empty());
}

TEST_CASE("the certainty that is asked for counts from call to call, itself included") {
  Fixture fixture;
  const auto asked = [&](double certainty) {
    fixture.settings.certainty = certainty;
    fixture.thorough_calls.clear();
    fixture.judge({0, 25, 50, 75, 100});
    return fixture.thorough_calls;
  };
  CHECK(asked(0.5).empty());
  CHECK(asked(0.75) == Stub::Calls{{2}});
  CHECK(asked(0.76) == Stub::Calls{{1, 2, 3}});
  CHECK(asked(1) == Stub::Calls{{1, 2, 3}});
}

TEST_CASE("it likes batches that are large enough for both") {
  const Fixture fixture;
  CHECK(fixture.mixed.preferred_batch() == 7);
}

namespace {

std::unique_ptr<MixedEvaluator> by_fills_and_net(const Game& game, const Settings& settings) {
  return std::make_unique<MixedEvaluator>(
      std::make_unique<FillsEvaluator>(game, std::make_shared<CpuTallier>(), settings),
      std::make_unique<NetEvaluator>(game, "hex", std::make_shared<CpuNet>(random_net(2, 32, 1)),
                                     settings),
      settings);
}

}  // namespace

TEST_CASE("fills and a net say the same of a position in any batch") {
  const Hex game(7, 7, SwapRule::none);
  Settings settings;
  settings.certainty = 0.65;
  const auto mixed = by_fills_and_net(game, settings);
  const auto net =
      NetEvaluator(game, "hex", std::make_shared<CpuNet>(random_net(2, 32, 1)), settings);
  std::vector<Position> positions;
  for (int i = 0; i < 40; ++i) {
    positions.push_back(test::random_position(game, 4 + i % 20, static_cast<std::uint64_t>(i)));
  }
  std::vector<EvaluationRequest> requests;
  for (const Position& position : positions) {
    if (position.result == Result::ongoing) requests.push_back({&position, requests.size()});
  }
  std::vector<Evaluation> together(requests.size());
  mixed->evaluate(requests, together);
  int by_net = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    CAPTURE(i);
    Evaluation alone, of_net;
    mixed->evaluate({&requests[i], 1}, {&alone, 1});
    CHECK(equal(together[i], alone));
    net.evaluate({&requests[i], 1}, {&of_net, 1});
    if (equal(alone, of_net)) ++by_net;
  }
  // Both kinds are there.
  CHECK(by_net > 5);
  CHECK(by_net + 5 < static_cast<int>(requests.size()));
}

TEST_CASE("a search by fills and a net repeats exactly") {
  const auto game = std::make_shared<Hex>(5, 5, SwapRule::none);
  Settings settings;
  settings.certainty = 0.8;
  const auto visits = [&] {
    const auto mixed = by_fills_and_net(*game, settings);
    Search search(*game, *mixed, settings);
    search.set_root(Record(game));
    std::vector<std::pair<Move, std::int64_t>> all;
    for (const MoveReport& move : search.run({.visits = 300}).moves) {
      all.emplace_back(move.move, move.visits);
    }
    return all;
  };
  CHECK(visits() == visits());
}
