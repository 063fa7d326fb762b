#include "protocols/review/review.hpp"

#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/review/review_text.hpp"
#include "tests/support/function_evaluator.hpp"

namespace isthmus {

namespace {

// Black's probability is written in the position: 0.5, and 0.1 more for each of Black's stones in
// row 1, less for each of White's. So the search finds row 1.
std::unique_ptr<Evaluator> make_rows(const Game& game, const EvaluatorSettings&) {
  return std::make_unique<test::FunctionEvaluator>(
      [&game](const EvaluationRequest& request, Evaluation& evaluation) {
        const Position& position = *request.position;
        evaluation = test::even_evaluation(game, position);
        position.occupied().for_each([&](Cell cell) {
          if (game.board().row(cell) != 0) return;
          evaluation.black_wins += position.of(Colour::black).contains(cell) ? 0.1F : -0.1F;
        });
      });
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++found;
  return found;
}

ReviewedTurn lost(double loss) { return {{Colour::black, Move()}, Move(), 1, 1 - loss, loss}; }

}  // namespace

TEST_CASE("a review judges each turn by the searches before and after it") {
  GameFile file = read_sgf("(;SZ[5]C[mine];B[a1]C[good];W[e5]TE[1](;B[b1])(;B[c3]))");
  const Review reviewed = review(file.record, make_rows, {}, {.visits = 300}, {});
  REQUIRE(reviewed.positions.size() == 4);
  REQUIRE(reviewed.turns.size() == 3);
  // Who moves can take a cell of row 1; White's e5 gives that away.
  CHECK(reviewed.turns[1].loss > 0.05);
  CHECK(reviewed.turns[1].loss ==
        doctest::Approx(reviewed.positions[2].black_wins - reviewed.positions[1].black_wins));
  CHECK(file.record.game().board().row(reviewed.turns[1].best.cell()) == 0);
  CHECK(worst_turns(reviewed, 1) == std::vector<std::size_t>{1});

  annotate(file, reviewed);
  const GameFile again = read_sgf(write_sgf(file));
  CHECK(again.comment.find("mine\nIsthmus: Black ") == 0);
  REQUIRE(again.notes.size() == 3);
  CHECK(again.notes[0].comment.find("good\nIsthmus: Black ") == 0);
  CHECK(again.notes[1].comment.find(", loses ") != std::string::npos);
  // The user's own mark stays the only one of the move, and his variation stays too.
  REQUIRE(again.notes[1].marks.size() == 2);
  CHECK(again.notes[1].marks[0] == SgfMark{"TE", "[1]"});
  CHECK(again.notes[1].marks[1].name == "V");
  CHECK(count(write_sgf(file), "V[") == 4);
  CHECK(again.variations == file.variations);
  CHECK(again.variations.size() >= 1);
}

TEST_CASE("a game that is over has its result as the last value") {
  GameFile file = read_sgf("(;SZ[2];B[b1];W[a1];B[b2])");
  const Review reviewed = review(file.record, make_rows, {}, {.visits = 50}, {});
  CHECK(reviewed.positions.back().black_wins == 1);
  annotate(file, reviewed);
  CHECK(file.notes.back().marks == std::vector<SgfMark>{{"V", "[1.000]"}});
}

TEST_CASE("mistakes are graded by what they lose") {
  CHECK(mistake(lost(0.09)) == Mistake::none);
  CHECK(mistake(lost(0.11)) == Mistake::doubtful);
  CHECK(mistake(lost(0.21)) == Mistake::bad);
  CHECK(mistake(lost(0.41)) == Mistake::very_bad);
  Review reviewed;
  for (double loss : {0.0, 0.3, 0.005, 0.5, 0.1}) reviewed.turns.push_back(lost(loss));
  CHECK(worst_turns(reviewed, 9) == std::vector<std::size_t>{3, 1, 4});
  CHECK(worst_turns(reviewed, 2) == std::vector<std::size_t>{3, 1});
}

TEST_CASE("a review that is stopped keeps what it knows") {
  std::stop_source stop;
  const GameFile file = read_sgf("(;SZ[5];B[a1];W[b1];B[c1])");
  const Review reviewed =
      review(file.record, make_rows, {}, {.visits = 20}, stop.get_token(), [&](std::size_t turn) {
        if (turn == 1) stop.request_stop();
      });
  CHECK(reviewed.positions.size() == 2);
  CHECK(reviewed.turns.size() == 1);
  GameFile annotated = file;
  annotate(annotated, reviewed);
  CHECK(annotated.notes.size() == 1);
  CHECK(count(review_text(annotated, reviewed), "\n") == 5);
}

TEST_CASE("the graph has a point for each position and a dot for each mistake") {
  GameFile file = read_sgf("(;SZ[5]PB[A<B]PW[C&D];B[a1];W[b1];B[c1])");
  Review reviewed;
  for (double wins : {0.5, 0.75, 0.25, 0.0}) {
    reviewed.positions.push_back({});
    reviewed.positions.back().black_wins = wins;
  }
  reviewed.turns = {lost(0), lost(0.15), lost(0.5)};
  const std::string svg = review_svg(file, reviewed);
  CHECK(svg.substr(0, 5) == "<svg ");
  CHECK(svg.find("</svg>\n") == svg.size() - 7);
  CHECK(svg.find("A&lt;B (Black) and C&amp;D (White)") != std::string::npos);
  CHECK(count(svg, "<circle") == 2);
  // 560 wide from 50 on, and 240 high from 46 on.
  CHECK(svg.find("<polyline points=\"50.0,166.0 236.7,106.0 423.3,226.0 610.0,286.0 \"") !=
        std::string::npos);
}

}  // namespace isthmus
