#include "engine/search/first_stones.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"

using namespace isthmus;
using isthmus::test::FunctionEvaluator;

namespace {

// Hex on 7 x 7, judged by the stone that was played first: the only one that is not in the first or
// the last row, where alone the policy plays on. So a search finds what the judgement says.
class JudgedByFirstStone {
 public:
  explicit JudgedByFirstStone(SwapRule rule) : game(make_game("hex", 7, 7, rule)) {}

  static bool is_edge(Cell cell) { return cell < 7 || cell >= 42; }
  // How often White wins, to move against the one stone of Black's; the same after half a turn.
  // Most even are c2 and e6 (0.52), then d4 (0.55), b3 and f5 (0.4), and the others are 0.1 or
  // 0.95.
  static double white_wins(Cell cell) {
    switch (std::min<int>(cell, 48 - cell)) {
      case 9:
        return 0.52;
      case 24:
        return 0.55;
      case 15:
        return 0.4;
      case 22:
        return 0.1;
      default:
        return 0.95;
    }
  }
  static double value_of(Cell cell) { return std::min(white_wins(cell), 1 - white_wins(cell)); }

  double black_wins(const Position& position) const {
    for (Cell cell = 0; cell < 49; ++cell) {
      if (is_edge(cell)) continue;
      if (position.of(Colour::black).contains(cell)) return 1 - white_wins(cell);
      // Taken over: each colour has the other's part, on the board mirrored in the long diagonal.
      const auto mirrored = static_cast<Cell>(cell % 7 * 7 + cell / 7);
      if (position.of(Colour::white).contains(cell)) return white_wins(mirrored);
    }
    return position.occupied().empty() ? 0.8 : 0.05;
  }

  void judge(const EvaluationRequest& request, Evaluation& evaluation) const {
    evaluation = test::even_evaluation(*game, *request.position);
    CellSet empty_edge;
    (game->board().cells() - request.position->occupied()).for_each([&](Cell cell) {
      if (is_edge(cell)) empty_edge.insert(cell);
    });
    std::fill(evaluation.policy.begin(), evaluation.policy.end(), 0.0F);
    empty_edge.for_each(
        [&](Cell cell) { evaluation.policy[cell] = 1.0F / static_cast<float>(empty_edge.size()); });
    evaluation.black_wins = static_cast<float>(black_wins(*request.position));
  }

  SearchReport search(const std::vector<Move>& moves, std::int64_t visits) const {
    const FunctionEvaluator evaluator(
        [this](const EvaluationRequest& request, Evaluation& evaluation) {
          judge(request, evaluation);
        });
    Search search(*game, evaluator, settings);
    Record record(game);
    for (Move move : moves) REQUIRE(record.play(move));
    search.set_root(record);
    return search.run({.visits = visits});
  }

  std::shared_ptr<const Game> game;
  Settings settings;
};

}  // namespace

TEST_CASE("where a first stone may be swapped, the most even one is played") {
  for (SwapRule rule : {SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(rule));
    const JudgedByFirstStone hex(rule);
    for (const std::int64_t visits : {1, 2, 300}) {
      CAPTURE(visits);
      const SearchReport report = hex.search({}, visits);
      const std::string best = hex.game->name(report.moves.front().move);
      CHECK((best == "c2" || best == "e6"));
    }
    const SearchReport report = hex.search({}, 1);
    CHECK(report.win_rate == doctest::Approx(0.48));
    CHECK(win_probability(Colour::black, report.evaluation) == doctest::Approx(0.48));
    double sum = 0;
    REQUIRE(report.moves.size() == 49);
    for (const MoveReport& a : report.moves) {
      sum += a.prior;
      CHECK(a.prior == doctest::Approx(static_cast<double>(report.evaluation.policy[a.move.cell()]))
                           .epsilon(1e-3));
      if (JudgedByFirstStone::is_edge(a.move.cell())) continue;
      for (const MoveReport& b : report.moves) {
        if (JudgedByFirstStone::is_edge(b.move.cell())) continue;
        const double more = JudgedByFirstStone::value_of(a.move.cell()) -
                            JudgedByFirstStone::value_of(b.move.cell());
        if (more > 0.01) CHECK(a.prior >= b.prior);
        if (more > 0.01 && a.prior > 1e-3) CHECK(a.prior > b.prior);
        if (a.move.cell() == 48 - b.move.cell()) CHECK(a.prior == b.prior);
      }
    }
    CHECK(sum == doctest::Approx(1).epsilon(0.01));
    // Many visits go to the two most even stones, and do not change the value of the position.
    const SearchReport long_report = hex.search({}, 1000);
    CHECK(long_report.win_rate > 0.45);
    CHECK(long_report.win_rate <= 0.5);
  }
}

TEST_CASE("where there is no swap, a first stone is played as ever") {
  const JudgedByFirstStone hex(SwapRule::none);
  const SearchReport report = hex.search({}, 1);
  CHECK(report.evaluations == 2);  // as it stands, and turned
  CHECK(report.win_rate == doctest::Approx(0.8));
  for (const MoveReport& move : report.moves) {
    const double prior = JudgedByFirstStone::is_edge(move.move.cell()) ? 1.0 / 14 : 0;
    CHECK(move.prior == doctest::Approx(prior).epsilon(1e-3));
  }
}

TEST_CASE("a stone is swapped where that wins more often, at one visit as at many") {
  for (SwapRule rule : {SwapRule::pieces, SwapRule::sides}) {
    const JudgedByFirstStone hex(rule);
    for (const char* stone : {"c2", "d4", "b3", "b4", "e3", "e6"}) {
      CAPTURE(stone);
      const Move first = *hex.game->find_move(stone);
      for (const std::int64_t visits : {1, 2, 300}) {
        CAPTURE(visits);
        const SearchReport report = hex.search({first}, visits);
        const bool is_strong = JudgedByFirstStone::white_wins(first.cell()) < 0.5;
        CHECK(report.moves.front().move.is_swap() == is_strong);
        if (visits == 1) {
          CHECK(report.win_rate == doctest::Approx(1 - JudgedByFirstStone::value_of(first.cell())));
        }
      }
    }
  }
}

TEST_CASE("stones that symmetries lay onto each other are judged once, all in one batch") {
  for (auto [game_name, size, kinds] :
       {std::tuple("hex", 7, 25), {"hex", 6, 18}, {"y", 4, 3}, {"gonnect", 5, 6}}) {
    const std::string name = game_name;  // clang++ 14 captures no structured bindings
    CAPTURE(name);
    const auto game = make_game(name, size, size, SwapRule::sides);
    FirstStones stones(*game, {}, game->start(), {}, {});
    REQUIRE(stones.asked().size() == static_cast<std::size_t>(1 + kinds));
    CHECK(*stones.asked()[0].position == game->start());
    for (const EvaluationRequest& request : stones.asked().subspan(1)) {
      CHECK(request.position->of(Colour::black).size() == 1);
      CHECK(request.position->of(Colour::white).empty());
      CHECK(request.position->to_move == Colour::white);
      CHECK(request.position->of(Colour::black).contains(request.position->last_move.cell()));
    }
  }
}

TEST_CASE("a stone that only seems even is found out by a search") {
  JudgedByFirstStone hex(SwapRule::pieces);
  const auto trap = hex.game->find_move("d3")->cell();
  const FunctionEvaluator evaluator([&](const EvaluationRequest& request, Evaluation& evaluation) {
    hex.judge(request, evaluation);
    const Position& position = *request.position;
    if (position.occupied().size() == 1 && position.of(Colour::black).contains(trap)) {
      evaluation.black_wins = 0.5;
    }
  });
  Search search(*hex.game, evaluator, hex.settings);
  const SearchReport report = search.run({.visits = 1});
  const std::string best = hex.game->name(report.moves.front().move);
  CHECK((best == "c2" || best == "e6"));
  CHECK(report.win_rate < 0.49);

  // A request to stop leaves it at the judgement.
  std::stop_source stop;
  stop.request_stop();
  Search stopped(*hex.game, evaluator, hex.settings);
  const std::string hasty =
      hex.game->name(stopped.run({.visits = 1}, stop.get_token()).moves.front().move);
  CHECK((hasty == "d3" || hasty == "d5"));
}

TEST_CASE("with a swap the second player wins, against each opening as the solver has it") {
  for (SwapRule swap : {SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(swap));
    const std::shared_ptr<const Game> game = make_game("hex", 3, 3, swap);
    const FunctionEvaluator evaluator(
        [&](const EvaluationRequest& request, Evaluation& evaluation) {
          evaluation = test::even_evaluation(*game, *request.position);
        });
    const Settings settings;
    const MoveProofs solved = make_solver(*game)->solve_moves(game->start());
    CHECK(solved.unknown.empty());
    CHECK(!solved.wins.empty());
    CHECK(!solved.losses.empty());
    for (Move first : game->legal_moves(game->start())) {
      CAPTURE(game->name(first));
      Record record(game);
      REQUIRE(record.play(first));
      Search search(*game, evaluator, settings);
      search.set_root(record);
      const SearchReport report = search.run({.visits = 1'000'000});
      CHECK(report.proof == Proof::win);
      CHECK(report.moves.front().move.is_swap() == solved.wins.contains(first.cell()));
    }
    Search search(*game, evaluator, settings);
    const SearchReport report = search.run({.visits = 1'000'000});
    CHECK(report.proof == Proof::loss);
    CHECK(report.win_rate == 0);
  }
}

TEST_CASE("who judges as the solver does swaps as the solver does") {
  for (SwapRule swap : {SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(swap));
    const std::shared_ptr<const Game> game = make_game("hex", 4, 4, swap);
    const auto solver = make_solver(*game);
    const FunctionEvaluator evaluator(
        [&](const EvaluationRequest& request, Evaluation& evaluation) {
          const Position& position = *request.position;
          evaluation = test::even_evaluation(*game, position);
          const bool wins = solver->solve(position).proof == Proof::win;
          evaluation.black_wins = wins == (position.to_move == Colour::black) ? 0.9F : 0.1F;
        });
    const Settings settings;
    const MoveProofs solved = make_solver(*game)->solve_moves(game->start());
    for (const std::int64_t visits : {1, 60}) {
      for (Move first : game->legal_moves(game->start())) {
        CAPTURE(game->name(first));
        Record record(game);
        REQUIRE(record.play(first));
        Search search(*game, evaluator, settings);
        search.set_root(record);
        const SearchReport report = search.run({.visits = visits});
        CHECK(report.win_rate > 0.5);
        if (visits == 1) CHECK(report.win_rate == doctest::Approx(0.9));
        CHECK(report.moves.front().move.is_swap() == solved.wins.contains(first.cell()));
      }
      Search search(*game, evaluator, settings);
      CHECK(search.run({.visits = visits}).win_rate < 0.5);
    }
  }
}
