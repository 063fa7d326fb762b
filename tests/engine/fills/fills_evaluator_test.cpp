#include "engine/fills/fills_evaluator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/search/search.hpp"
#include "games/list.hpp"
#include "tests/support/game_referee.hpp"

using namespace isthmus;

namespace {

constexpr int kFills = 1 << 18;
// More than four standard deviations of a share of half that many fills.
constexpr double kTolerance = 0.006;

// Probabilities over all ways to fill the empty cells of a small board, by trying each.
struct Enumeration {
  double black_wins = 0;
  std::vector<double> amaf;

  Enumeration(const Game& game, const Position& position) {
    std::vector<Cell> empty;
    (game.board().cells() - position.occupied()).for_each([&](Cell c) { empty.push_back(c); });
    const bool black_moves = position.to_move == Colour::black;
    const int blacks = (static_cast<int>(empty.size()) + (black_moves ? 1 : 0)) / 2;
    double fills = 0, wins = 0;
    std::vector<double> black(empty.size()), both(empty.size());
    for (unsigned set = 0; set < 1U << empty.size(); ++set) {
      if (std::popcount(set) != blacks) continue;
      Position full = position;
      for (std::size_t i = 0; i < empty.size(); ++i) {
        full.stones[(set >> i & 1U) != 0 ? 0 : 1].insert(empty[i]);
      }
      const double won = test::expected_result(game, full) == Result::black ? 1 : 0;
      ++fills;
      wins += won;
      for (std::size_t i = 0; i < empty.size(); ++i) {
        if ((set >> i & 1U) == 0) continue;
        ++black[i];
        both[i] += won;
      }
    }
    black_wins = wins / fills;
    amaf.resize(static_cast<std::size_t>(game.board().cell_range()));
    for (std::size_t i = 0; i < empty.size(); ++i) {
      amaf[empty[i]] = both[i] / black[i] - (wins - both[i]) / (fills - black[i]);
    }
  }
};

Evaluation judge(const Game& game, const Position& position, const EvaluatorSettings& settings) {
  const FillsEvaluator evaluator(game, std::make_shared<CpuFillBackend>(), settings);
  const EvaluationRequest request{&position, 5};
  Evaluation evaluation;
  evaluator.evaluate({&request, 1}, {&evaluation, 1});
  return evaluation;
}

}  // namespace

TEST_CASE("win rates and AMAF values are those of all fills of a small board") {
  Settings settings;
  settings.fills = kFills;
  settings.bridges = false;
  for (const char* name : {"hex", "rex", "y"}) {
    for (Colour to_move : {Colour::black, Colour::white}) {
      const auto game = make_game(name, 4, 4, SwapRule::none);
      CAPTURE(name);
      CAPTURE(static_cast<int>(to_move));
      CellSet black, white;
      black.insert(game->board().at(1, 1));
      white.insert(game->board().at(0, 2));
      const Position position = game->setup(black, white, to_move);
      const Enumeration expected(*game, position);
      const Evaluation got = judge(*game, position, settings);
      CHECK(std::abs(static_cast<double>(got.black_wins) - expected.black_wins) < kTolerance);
      for (std::size_t cell = 0; cell < expected.amaf.size(); ++cell) {
        CAPTURE(cell);
        CHECK(std::abs(static_cast<double>(got.amaf[cell]) - expected.amaf[cell]) < 2 * kTolerance);
      }
    }
  }
}

TEST_CASE("the policy is the softmax of the AMAF values, and ownership counts the stones") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  Settings settings;
  settings.prior_temperature = 0.1;
  CellSet black;
  black.insert(game->board().at(2, 2));
  const Position position = game->setup(black, {}, Colour::white);
  const Evaluation got = judge(*game, position, settings);
  CHECK(got.policy[12] == 0);
  CHECK(got.ownership[12] == 1);
  CHECK(std::accumulate(got.policy.begin(), got.policy.end(), 0.0) == doctest::Approx(1));
  // Black has his stone and half of the 24 cells, in every fill.
  CHECK(std::accumulate(got.ownership.begin(), got.ownership.end(), 0.0) == doctest::Approx(13));
  const double expected = std::exp((got.amaf[11] - got.amaf[0]) / 0.1F);
  CHECK(static_cast<double>(got.policy[11] / got.policy[0]) == doctest::Approx(expected));
}

TEST_CASE("with bridges, a bridge from edge to edge is a win") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  CellSet black;
  black.insert(*game->board().find("b1"));
  black.insert(*game->board().find("a3"));
  const Position position = game->setup(black, {}, Colour::white);
  Settings settings;
  CHECK(static_cast<double>(judge(*game, position, settings).black_wins) > 0.999);
  settings.bridges = false;
  CHECK(static_cast<double>(judge(*game, position, settings).black_wins) < 0.95);
}

TEST_CASE("threads that search one tree share the evaluator") {
  const std::shared_ptr<const Game> game = make_game("hex", 7, 7, SwapRule::none);
  Settings settings;
  settings.threads = 3;
  settings.fills = 512;
  const FillsEvaluator evaluator(*game, std::make_shared<CpuFillBackend>(), settings);
  Search search(*game, evaluator, settings);
  search.set_root(Record(game));
  const SearchReport report = search.run({.visits = 1500});
  std::int64_t visits = 1;
  for (const MoveReport& move : report.moves) visits += move.visits;
  CHECK(visits == 1500);
}

TEST_CASE("priors are shares, however cold they are") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  Settings settings;
  settings.fills = 512;
  settings.prior_temperature = 0.001;
  const Evaluation evaluation = judge(*game, game->start(), settings);
  CHECK(std::accumulate(evaluation.policy.begin(), evaluation.policy.end(), 0.0) ==
        doctest::Approx(1));
  const auto best = std::max_element(evaluation.amaf.begin(), evaluation.amaf.end());
  const auto likeliest = std::max_element(evaluation.policy.begin(), evaluation.policy.end());
  CHECK(best - evaluation.amaf.begin() == likeliest - evaluation.policy.begin());
}
