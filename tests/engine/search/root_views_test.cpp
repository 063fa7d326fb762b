#include "engine/search/root_views.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search.hpp"
#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

namespace {

std::uint64_t no_seed() { return 0; }

// The mean of what an evaluator says of a position from all sides, up to `most`.
Evaluation judge(const Game& game, const Evaluator& evaluator, const Position& position,
                 std::size_t most) {
  const RootViews views(game, position, most, no_seed);
  std::vector<Evaluation> evaluations(views.asked().size());
  evaluator.evaluate(views.asked(), evaluations);
  return views.mean(evaluations);
}

// A few stones that no symmetry leaves where they are.
Position crooked_position(const Game& game) {
  Position position = game.start();
  for (const std::size_t i : {1U, 5U, 8U}) {
    const std::vector<Move> moves = game.legal_moves(position);
    REQUIRE(i < moves.size());
    game.play(position, moves[i]);
  }
  return position;
}

}  // namespace

TEST_CASE("a position is seen from each side that leaves the colours as they are, up to a limit") {
  // Hex: half a turn (mirrored, the colours change places). Y: a triangle's six symmetries, a
  // hexagon's twelve, a square's eight.
  const struct {
    std::string game;
    std::size_t sides;
  } cases[] = {{"hex", 2}, {"rex", 2}, {"y", 6}, {"havannah", 12}, {"gonnect", 8}};
  for (const auto& of : cases) {
    CAPTURE(of.game);
    const auto game = make_game(of.game, 5, 5, SwapRule::none);
    const Position position = crooked_position(*game);
    for (const std::size_t most : {1U, 2U, 3U, 6U, 8U, 12U}) {
      const RootViews views(*game, position, most, no_seed);
      REQUIRE(views.asked().size() == std::min(most, of.sides));
      CHECK(views.asked()[0].position == &position);
      for (std::size_t i = 0; i < views.asked().size(); ++i) {
        CHECK(views.asked()[i].cell_values);
        for (std::size_t j = 0; j < i; ++j) {
          CHECK(!(views.asked()[i].position->stones == views.asked()[j].position->stones));
        }
      }
    }
  }
}

TEST_CASE("the mean from all sides is the same for a position and what symmetries make of it") {
  for (const std::string name : {"hex", "rex", "y", "havannah", "gonnect"}) {
    CAPTURE(name);
    const auto game = make_game(name, 5, 5, SwapRule::none);
    const NoiseEvaluator evaluator(*game);
    const Position position = crooked_position(*game);
    const Evaluation mean = judge(*game, evaluator, position, 12);
    for (const Symmetry& symmetry : game->symmetries()) {
      if (symmetry.exchanges_colours) continue;
      const Position turned = image(symmetry, position);
      const Evaluation of_turned = judge(*game, evaluator, turned, 12);
      CHECK(of_turned.black_wins == doctest::Approx(mean.black_wins));
      float sum = 0;
      game->board().cells().for_each([&](Cell cell) {
        CHECK(of_turned.policy[symmetry.images[cell]] == doctest::Approx(mean.policy[cell]));
        sum += mean.policy[cell];
      });
      CHECK(sum == doctest::Approx(1));
    }
  }
}

TEST_CASE("means are taken cell by cell, and moves that the position itself lacks have no share") {
  const auto game = make_game("hex", 1, 3, SwapRule::none);  // half a turn changes a1 and c1
  const Position position = game->start();
  const RootViews views(*game, position, 2, no_seed);
  const Evaluation evaluations[] = {
      {.black_wins = 0.75F, .policy = {0.25F, 0.75F, 0}, .ownership = {1, 0.5F, 0}, .amaf = {}},
      {.black_wins = 0.25F,
       .policy = {0.5F, 0.25F, 0.25F},
       .ownership = {1, 0.25F, 0.5F},
       .amaf = {}}};
  const Evaluation mean = views.mean(evaluations);
  CHECK(mean.black_wins == 0.5F);
  // a1: (0.25 + 0.25) / 2, b1: (0.75 + 0.25) / 2; c1 would have 0.25.
  REQUIRE(mean.policy.size() == 3);
  CHECK(mean.policy[0] == doctest::Approx(1.0 / 3));
  CHECK(mean.policy[1] == doctest::Approx(2.0 / 3));
  CHECK(mean.policy[2] == 0);
  CHECK(mean.ownership == std::vector<float>{0.75F, 0.375F, 0.5F});
  CHECK(mean.amaf.empty());
}

TEST_CASE("what is said of places that are no cells of the board stays as it is") {
  const auto game = make_game("y", 3, 3, SwapRule::none);  // six cells in three rows of three
  const Position position = game->start();
  const RootViews views(*game, position, 6, no_seed);
  Evaluation even{.black_wins = 0.5F, .policy = {}, .ownership = {}, .amaf = {}};
  for (Cell cell = 0; cell < 9; ++cell) {
    const bool is_cell = game->board().cells().contains(cell);
    even.policy.push_back(is_cell ? 1.0F / 6 : 0);
    even.ownership.push_back(is_cell ? 1.0F : 0);
    even.amaf.push_back(is_cell ? 0.5F : 0);
  }
  const Evaluation mean = views.mean(std::vector<Evaluation>(6, even));
  CHECK(mean.ownership == even.ownership);
  CHECK(mean.amaf == even.amaf);
  for (std::size_t i = 0; i < 9; ++i) CHECK(mean.policy[i] == doctest::Approx(even.policy[i]));
}

TEST_CASE("a search judges its root from as many sides as are set, others once") {
  const auto game = make_game("y", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Position position = crooked_position(*game);
  Settings settings = without_solver();
  for (const std::int64_t views : {1, 4, 12}) {
    CAPTURE(views);
    settings.root_views = views;
    Search search(*game, evaluator, settings);
    search.set_root(position, {});
    const SearchReport report = search.run({.visits = 50});
    const Evaluation expected = judge(*game, evaluator, position, static_cast<std::size_t>(views));
    CHECK(report.evaluation.black_wins == expected.black_wins);
    CHECK(report.evaluation.policy == expected.policy);
    CHECK(report.visits == 50);
  }
  settings.root_views = 12;
  settings.level = 1;  // levels were measured by one look
  Search search(*game, evaluator, settings);
  search.set_root(position, {});
  Evaluation plain;
  const EvaluationRequest request{&position};
  evaluator.evaluate({&request, 1}, {&plain, 1});
  CHECK(search.run({}).evaluation.policy == plain.policy);
}
