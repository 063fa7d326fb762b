#include "engine/net/cached_evaluator.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "games/hex/hex.hpp"
#include "tests/engine/random_position.hpp"

using namespace isthmus;

namespace {

// Says of each position something of its own, and counts how often it is asked.
class Counting final : public Evaluator {
 public:
  explicit Counting(std::atomic<int>& asked) : asked_(asked) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      ++asked_;
      evaluations[i] = opinion(*requests[i].position);
    }
  }
  int preferred_batch() const override { return 5; }

  static Evaluation opinion(const Position& position) {
    Evaluation evaluation;
    const auto number = static_cast<float>(position.of(Colour::black).words()[0] % 1009);
    evaluation.black_wins = number / 1009;
    evaluation.policy.assign(25, number);
    evaluation.ownership.assign(25, position.to_move == Colour::black ? 1.0F : 0.0F);
    evaluation.amaf.assign(25, position.last_move.is_cell() ? position.last_move.cell() : -1.0F);
    return evaluation;
  }

 private:
  std::atomic<int>& asked_;
};

bool equal(const Evaluation& a, const Evaluation& b) {
  return a.black_wins == b.black_wins && a.policy == b.policy && a.ownership == b.ownership &&
         a.amaf == b.amaf;
}

struct Fixture {
  explicit Fixture(int megabytes) { settings.cache = megabytes; }

  // Asks for all positions at once, and checks the answers.
  void ask(const std::vector<Position>& positions) const {
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) requests.push_back({&position, 0});
    std::vector<Evaluation> evaluations(positions.size());
    cached->evaluate(requests, evaluations);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      REQUIRE(equal(evaluations[i], Counting::opinion(positions[i])));
    }
  }
  void make() {
    cached = std::make_unique<CachedEvaluator>(game, std::make_unique<Counting>(asked), settings);
  }

  Hex game{5, 5, SwapRule::none};
  Settings settings;
  std::atomic<int> asked = 0;
  std::unique_ptr<CachedEvaluator> cached;
};

std::vector<Position> positions(const Game& game, int count) {
  std::vector<Position> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(test::random_position(game, 4 + i % 9, static_cast<std::uint64_t>(i)));
  }
  return all;
}

}  // namespace

TEST_CASE("what is remembered is not asked for again") {
  Fixture fixture(8);
  fixture.make();
  const std::vector<Position> first = positions(fixture.game, 20),
                              more = positions(fixture.game, 30);
  fixture.ask(first);
  CHECK(fixture.asked == 20);
  fixture.ask(first);
  CHECK(fixture.asked == 20);
  fixture.ask(more);
  CHECK(fixture.asked == 30);
  CHECK(fixture.cached->preferred_batch() == 5);
}

TEST_CASE("side to move, last move, looks from both sides and temperature tell positions apart") {
  Fixture fixture(8);
  fixture.make();
  Position position = test::random_position(fixture.game, 6, 1);
  fixture.ask({position});
  position.to_move = opponent(position.to_move);
  fixture.ask({position});
  CHECK(fixture.asked == 2);
  position.last_move = Move::none();
  fixture.ask({position});
  CHECK(fixture.asked == 3);
  fixture.settings.half_turn = true;
  fixture.ask({position});
  CHECK(fixture.asked == 4);
  fixture.settings.net_temperature = 1.5;
  fixture.ask({position});
  CHECK(fixture.asked == 5);
}

TEST_CASE("a small memory forgets, and none at all asks always") {
  Fixture small(1);  // about 3,200 slots
  small.make();
  const std::vector<Position> all = positions(small.game, 20000);
  small.ask(all);
  const int first = small.asked;
  small.ask(all);
  CHECK(small.asked > first + 1000);
  Fixture none(0);
  none.make();
  none.ask({all[0]});
  none.ask({all[0]});
  CHECK(none.asked == 2);
}

TEST_CASE("threads share the memory") {
  Fixture fixture(1);
  fixture.make();
  const std::vector<Position> all = positions(fixture.game, 5000);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3; ++round) fixture.ask(all);
    });
  }
}
