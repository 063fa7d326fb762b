#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/symmetry.hpp"
#include "engine/search/search.hpp"
#include "games/known_openings.hpp"
#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"

using namespace isthmus;

namespace {

// How often each first stone wins, by cell.
std::map<Cell, double> win_rates(const Game& game, const Position& position) {
  std::map<Cell, double> by_cell;
  for (const MoveValue& value : judged_openings(game, position)) {
    by_cell[value.move.cell()] = value.win_rate;
  }
  return by_cell;
}

// Thinks nothing of any position, and knows the openings.
std::unique_ptr<Evaluator> thinking_nothing(const Game& game, const EvaluatorSettings& settings) {
  return with_known_openings([](const Game& of, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&of](const EvaluationRequest& request, Evaluation& evaluation) {
          evaluation = test::even_evaluation(of, *request.position);
        });
  })(game, settings);
}

}  // namespace

TEST_CASE("each judged board has all first stones, alike where the game's symmetries say so") {
  int boards = 0;
  for (int side = 1; side <= 32; ++side) {
    const auto game = make_game("hex", side, side, SwapRule::pieces);
    const std::map<Cell, double> all = win_rates(*game, game->start());
    if (all.empty()) continue;
    CAPTURE(side);
    ++boards;
    CHECK(solved_openings(*game, game->start()).empty());
    REQUIRE(all.size() == static_cast<std::size_t>(game->board().cell_count()));
    Position for_white = game->start();
    for_white.to_move = Colour::white;
    const std::map<Cell, double> whites = win_rates(*game, for_white);
    REQUIRE(whites.size() == all.size());
    for (const Symmetry& symmetry : game->symmetries()) {
      const std::map<Cell, double>& others = symmetry.exchanges_colours ? whites : all;
      for (const auto& [cell, value] : all) {
        CHECK((value >= 0 && value <= 1));
        CHECK(others.at(symmetry.images[cell]) == value);
      }
    }
    // What is certain of every such board is that a1 and b1 lose (HexWiki, Swap), and of 9 x 9 that
    // the centre wins (Yang, 2003).
    CHECK(all.at(game->find_move("a1")->cell()) < 0.5);
    CHECK(all.at(game->find_move("b1")->cell()) < 0.5);
    if (side == 9) CHECK(all.at(game->find_move("e5")->cell()) > 0.5);
  }
  CHECK(boards > 0);
}

TEST_CASE("where the stone may be swapped, the most even of those judged is played at once") {
  for (const SwapRule rule : {SwapRule::pieces, SwapRule::sides}) {
    const auto game = make_game("hex", 9, 9, rule);
    const auto evaluator = thinking_nothing(*game, {});
    const auto search = [&](bool known_values) {
      Settings settings;
      settings.known_values = known_values;
      Search searched(*game, *evaluator, settings);
      return searched.run({.visits = 1});
    };
    const std::map<Cell, double> all = win_rates(*game, game->start());
    const auto even = [](double value) { return std::min(value, 1 - value); };
    double most = 0;
    for (const auto& [cell, value] : all) most = std::max(most, even(value));
    const SearchReport report = search(true);
    CHECK(report.evaluations == 1);  // of the empty board alone
    CHECK(even(all.at(report.moves.front().move.cell())) == most);
    CHECK(report.win_rate == doctest::Approx(most));
    CHECK(search(false).evaluations > 40);
  }
}

TEST_CASE("without a swap, or behind a stone, nothing is judged before") {
  const auto game = make_game("hex", 9, 9, SwapRule::none);
  const auto evaluator = thinking_nothing(*game, {});
  const Settings settings;
  Search search(*game, *evaluator, settings);
  const SearchReport report = search.run({.visits = 1});
  CHECK(report.win_rate == doctest::Approx(0.5));
  Position after = game->start();
  game->play(after, *game->find_move("e5"));
  CHECK(judged_openings(*game, after).empty());
  CHECK(judged_openings(*make_game("rex", 9, 9, SwapRule::pieces), game->start()).empty());
}
