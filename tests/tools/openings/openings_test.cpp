#include "tools/openings/openings.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tools/openings/balance.hpp"

using namespace isthmus;

namespace {

Opening opening_of(const Game& game, const std::vector<std::string>& names) {
  Opening opening;
  for (const std::string& name : names) opening.push_back(*game.find_move(name));
  return opening;
}

// Gives Black as many tenths as there are stones.
void count_stones(const EvaluationRequest& request, Evaluation& evaluation) {
  evaluation.black_wins = static_cast<float>(request.position->occupied().size()) / 10.0F;
}

}  // namespace

TEST_CASE("the rules score openings that end the game, and the evaluator all others") {
  const auto game = make_game("hex", 2, 2, SwapRule::none);
  const std::vector<Opening> openings{{},
                                      opening_of(*game, {"a1", "b1", "a2"}),
                                      opening_of(*game, {"a1", "b1"}),
                                      opening_of(*game, {"a1", "a2", "b1", "b2"})};
  std::vector<std::uint64_t> seeds;
  const test::FunctionEvaluator evaluator(
      [&](const EvaluationRequest& request, Evaluation& evaluation) {
        seeds.push_back(request.seed);
        count_stones(request, evaluation);
      });
  const auto scores = black_scores(*game, evaluator, openings, 7);
  REQUIRE(scores.size() == 4);
  CHECK(scores[0] == doctest::Approx(0));
  CHECK(scores[1] == 1);  // Black has joined a1 and a2
  CHECK(scores[2] == doctest::Approx(0.2));
  CHECK(scores[3] == 0);  // White has joined a2 and b2
  CHECK(seeds == std::vector<std::uint64_t>{7, 9});
}

TEST_CASE("a balance keeps what is within its lead, in its order") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const test::FunctionEvaluator evaluator(count_stones);
  const Opening four = opening_of(*game, {"a1", "b1", "c1", "d1"});
  const Opening three = opening_of(*game, {"a1", "b1", "c1"});
  std::vector<Opening> openings{three, {}, four};
  Balance(*game, evaluator, 0.25, 1).keep_balanced(openings);
  CHECK(openings == std::vector<Opening>{three, four});
  Balance(*game, evaluator, 0.15, 1).keep_balanced(openings);
  CHECK(openings == std::vector<Opening>{four});
}

TEST_CASE("openings to the same position are drawn once, and none that ends the game") {
  const auto game = make_game("hex", 2, 2, SwapRule::none);
  const std::vector<Opening> source{
      opening_of(*game, {"a1", "a2", "b1"}), opening_of(*game, {"b1", "a2", "a1"}),
      opening_of(*game, {"a1", "b1", "a2"}), opening_of(*game, {"a2", "a1"}),
      opening_of(*game, {"a1", "a2"})};
  std::size_t next = 0;
  const DrawOpening draw = [&]() -> std::optional<Opening> {
    return next < source.size() ? std::optional(source[next++]) : std::nullopt;
  };
  CHECK(draw_openings(*game, draw, 9, 1, nullptr) ==
        std::vector<Opening>{source[0], source[3], source[4]});
  next = 0;
  CHECK(draw_openings(*game, draw, 2, 1, nullptr) == std::vector<Opening>{source[0], source[3]});
}

TEST_CASE("a shuffle brings every opening to every place about as often") {
  const auto game = make_game("hex", 1, 3, SwapRule::none);
  const std::vector<Opening> sorted{opening_of(*game, {"a1"}), opening_of(*game, {"b1"}),
                                    opening_of(*game, {"c1"})};
  std::vector<int> counts(9);  // by opening and place
  std::mt19937_64 random(1);
  for (int i = 0; i < 9000; ++i) {
    auto openings = sorted;
    shuffle(openings, random);
    for (std::size_t place = 0; place < 3; ++place) {
      ++counts[static_cast<std::size_t>(openings[place][0].cell()) * 3 + place];
    }
  }
  // Each 3000 times, with a standard deviation of 45.
  for (int count : counts) CHECK(count == doctest::Approx(3000).epsilon(0.075));
}

TEST_CASE("stones are drawn evenly, on free cells and in turns") {
  const auto game = make_game("hex", 2, 3, SwapRule::none);
  std::mt19937_64 random(2);
  const DrawOpening draw = random_stones(*game, 2, random);
  std::vector<std::uint64_t> counts(36);  // by both cells
  for (int i = 0; i < 30000; ++i) {
    const auto opening = draw();
    REQUIRE(opening);
    REQUIRE(opening->size() == 2);
    ++counts[static_cast<std::size_t>(6 * (*opening)[0].cell() + (*opening)[1].cell())];
  }
  for (std::size_t cell = 6; cell-- > 0;) {
    CHECK(counts[7 * cell] == 0);
    counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(7 * cell));
  }
  CHECK(evenness(counts) > kMinEvenness);
}
