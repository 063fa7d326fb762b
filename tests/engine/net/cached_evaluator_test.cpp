#include "engine/net/cached_evaluator.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/hex/hex.hpp"
#include "tests/games/trial.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/random_position.hpp"

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

// In what is remembered.
bool equal(const Evaluation& a, const Evaluation& b) {
  return a.black_wins == b.black_wins && a.policy == b.policy;
}

struct Fixture {
  explicit Fixture(int megabytes) { settings.cache = megabytes; }

  // Asks for all positions at once, and checks the answers.
  void ask(const std::vector<Position>& positions) const {
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) requests.push_back({&position, 0, false});
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

TEST_CASE("ownership and amaf are asked for anew, and what they came with is remembered") {
  Fixture fixture(8);
  fixture.make();
  const Position position = test::random_position(fixture.game, 6, 1);
  const Evaluation opinion = Counting::opinion(position);
  Evaluation evaluation;
  for (int i = 1; i <= 2; ++i) {
    const EvaluationRequest request{&position, 0};
    fixture.cached->evaluate({&request, 1}, {&evaluation, 1});
    CHECK(fixture.asked == i);
    CHECK(equal(evaluation, opinion));
    CHECK(evaluation.ownership == opinion.ownership);
    CHECK(evaluation.amaf == opinion.amaf);
  }
  // What the evaluation held before is no part of the answer.
  const EvaluationRequest request{&position, 0, false};
  fixture.cached->evaluate({&request, 1}, {&evaluation, 1});
  CHECK(fixture.asked == 2);
  CHECK(equal(evaluation, opinion));
  CHECK(evaluation.ownership.empty());
  CHECK(evaluation.amaf.empty());
}

TEST_CASE("side to move, last move, looks from both sides and temperature distinguish positions") {
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
  Fixture small(1);  // about 9,000 slots
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

namespace {

Position position_of(const Game& game, Colour to_move, const char* black, const char* white,
                     const char* last) {
  Position position = game.start();
  position.of(Colour::black).insert(game.find_move(black)->cell());
  position.of(Colour::white).insert(game.find_move(white)->cell());
  position.to_move = to_move;
  position.last_move = *game.find_move(last);
  return position;
}

}  // namespace

TEST_CASE("with symmetries what was said of a position stands for its images") {
  const Hex game(3, 3, SwapRule::none);
  Settings settings;
  settings.cache = 8;
  const Position position = position_of(game, Colour::black, "a2", "b1", "b1");
  // Of a1 b1 c1 a2 b2 c2 a3 b3 c3.
  const std::vector<float> policy{0.5F, 0, 0, 0, 0.25F, 0, 0.125F, 0.125F, 0};
  int asked = 0;
  const CachedEvaluator cached(game,
                               std::make_unique<test::FunctionEvaluator>(
                                   [&](const EvaluationRequest& request, Evaluation& evaluation) {
                                     REQUIRE(request.position->stones == position.stones);
                                     ++asked;
                                     evaluation = {0.75F, policy, {}, {}};
                                   }),
                               settings);
  const auto ask = [&](const Position& of) {
    const EvaluationRequest request{&of, 0, false};
    Evaluation evaluation;
    cached.evaluate({&request, 1}, {&evaluation, 1});
    return evaluation;
  };
  settings.cache_symmetries = true;
  CHECK(equal(ask(position), {0.75F, policy, {}, {}}));
  CHECK(equal(ask(position), {0.75F, policy, {}, {}}));
  // Half a turn: the cells in reverse order.
  const Evaluation turned = ask(position_of(game, Colour::black, "c2", "b3", "b3"));
  CHECK(equal(turned, {0.75F, {policy.rbegin(), policy.rend()}, {}, {}}));
  // The mirror image: rows for columns, and each colour has the other's part.
  CHECK(equal(ask(position_of(game, Colour::white, "a2", "b1", "a2")),
              {0.25F, {0.5F, 0, 0.125F, 0, 0.25F, 0.125F, 0, 0, 0}, {}, {}}));
  CHECK(asked == 1);
}

TEST_CASE(
    "in a game with repetition the legal moves distinguish positions, and symmetries turn them") {
  const Trial game(4, SwapRule::none);
  Settings settings;
  settings.cache = 8;
  settings.cache_symmetries = true;
  std::atomic<int> asked = 0;
  // Gives each legal move the same share.
  const auto judge = [&](const Position& position) {
    Evaluation evaluation;
    evaluation.black_wins = position.to_move == Colour::black ? 0.75F : 0.25F;
    const std::vector<Move> moves = game.legal_moves(position);
    evaluation.policy.assign(16, 0);
    for (Move move : moves) evaluation.policy[move.cell()] = 1 / static_cast<float>(moves.size());
    return evaluation;
  };
  const CachedEvaluator cached(game,
                               std::make_unique<test::FunctionEvaluator>(
                                   [&](const EvaluationRequest& request, Evaluation& evaluation) {
                                     ++asked;
                                     evaluation = judge(*request.position);
                                   }),
                               settings);
  int positions = 0, limited = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    // A random game, and its images side by side.
    const std::vector<Symmetry> symmetries = game.symmetries();
    std::vector<Position> played(symmetries.size(), game.start());
    for (std::size_t i : {2U, 3U}) played[i].to_move = Colour::white;
    for (std::uint64_t ply = 0; played[0].result == Result::ongoing; ++ply) {
      const int before = asked;
      for (std::size_t i = 0; i < played.size(); ++i) {
        const EvaluationRequest request{&played[i], 0, false};
        Evaluation evaluation;
        cached.evaluate({&request, 1}, {&evaluation, 1});
        REQUIRE(equal(evaluation, judge(played[i])));
      }
      REQUIRE(asked <= before + 1);
      ++positions;
      const std::vector<Move> moves = game.legal_moves(played[0]);
      limited += static_cast<int>(moves.size()) + played[0].occupied().size() < 14 ? 1 : 0;
      const Cell cell = moves[SplitMix64::mix(31 * seed + ply) % moves.size()].cell();
      for (std::size_t i = 0; i < played.size(); ++i)
        game.play(played[i], Move(symmetries[i].images[cell]));
    }
  }
  CHECK(limited > 100);
  CHECK(asked < positions);
}
