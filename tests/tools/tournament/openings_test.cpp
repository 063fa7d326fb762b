#include "tools/tournament/openings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

// Takes Black's probability to be that of the column of the first stone, from 0 to 1.
const EvaluatorFactory kByColumn = [](const Game& game, const EvaluatorSettings&) {
  return std::make_unique<test::FunctionEvaluator>(
      [&board = game.board()](const EvaluationRequest& request, Evaluation& evaluation) {
        const Cell first = request.position->of(Colour::black).first();
        evaluation.black_wins =
            static_cast<float>(board.column(first)) / static_cast<float>(board.columns() - 1);
      });
};

const EvaluatorFactory kNone = [](const Game&,
                                  const EvaluatorSettings&) -> std::unique_ptr<Evaluator> {
  FAIL("no evaluator is needed");
  return nullptr;
};

Spec spec_with(const OpeningSource& source, std::uint64_t seed = 1) {
  Spec spec;
  spec.game = make_game("hex", 5, 5, SwapRule::none);
  spec.seed = seed;
  spec.source = source;
  return spec;
}

std::vector<Opening> openings_of(const OpeningSource& source, const EvaluatorFactory& evaluator,
                                 std::uint64_t seed = 1) {
  Spec spec = spec_with(source, seed);
  make_openings(spec, evaluator);
  return spec.openings;
}

std::string text_of(const Opening& opening) {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  std::string text;
  for (Move move : opening) text += game->name(move) + " ";
  return text;
}

}  // namespace

TEST_CASE("random openings are legal, different positions that the seed decides") {
  using Kind = OpeningSource::Kind;
  for (int stones : {1, 2, 5}) {
    const OpeningSource source{.kind = Kind::random, .stones = stones, .count = 20};
    const auto openings = openings_of(source, kNone);
    CHECK(openings.size() == 20);
    std::set<std::array<std::set<Cell>, 2>> positions;
    const auto game = make_game("hex", 5, 5, SwapRule::none);
    for (const Opening& opening : openings) {
      CHECK(opening.size() == static_cast<std::size_t>(stones));
      std::array<std::set<Cell>, 2> cells;
      Position position = game->start();
      for (std::size_t i = 0; i < opening.size(); ++i) {
        REQUIRE(game->is_legal(position, opening[i]));
        game->play(position, opening[i]);
        cells[i % 2].insert(opening[i].cell());
      }
      CHECK(position.result == Result::ongoing);
      CHECK(positions.insert(cells).second);
    }
    CHECK(openings_of(source, kNone) == openings);
    CHECK(openings_of(source, kNone, 2) != openings);
  }
}

TEST_CASE("all openings that there are can be asked for, and no more") {
  // All 25 first stones are there when that many are wanted; one more there is not.
  using Kind = OpeningSource::Kind;
  CHECK(openings_of({.kind = Kind::random, .stones = 1, .count = 25}, kNone).size() == 25);
  CHECK_THROWS_AS(openings_of({.kind = Kind::random, .stones = 1, .count = 26}, kNone), BadInput);
  // 25 stones fill the board: the game has ended before.
  CHECK_THROWS_AS(openings_of({.kind = Kind::random, .stones = 25, .count = 1}, kNone), BadInput);
}

TEST_CASE("balanced openings are those that the evaluator gives both a chance in") {
  using Kind = OpeningSource::Kind;
  // Columns have 0, 0.25, 0.5, 0.75, 1: within 0.25 are three of them.
  const auto stones =
      openings_of({.kind = Kind::one_ply, .shuffle = false, .balanced = 0.25}, kByColumn);
  CHECK(stones.size() == 15);
  CHECK(text_of(stones[0]) == "b1 ");
  CHECK(text_of(stones[14]) == "d5 ");
  const auto shuffled = openings_of({.kind = Kind::one_ply, .balanced = 0.1}, kByColumn);
  CHECK(shuffled.size() == 5);
  for (const Opening& opening : shuffled) CHECK(text_of(opening)[0] == 'c');
  for (const Opening& opening :
       openings_of({.kind = Kind::random, .stones = 2, .count = 30, .balanced = 0.1}, kByColumn)) {
    CHECK(text_of(opening)[0] == 'c');
  }
}

TEST_CASE("openings come from files of several formats") {
  using Kind = OpeningSource::Kind;
  const TemporaryFolder folder;
  const std::string lines = (folder / "openings.txt").string();
  write_text(lines, "a1 b2\nc3\n\nd4 e5 a2\n");
  const OpeningSource source{.kind = Kind::file, .file = lines, .shuffle = false};
  const auto openings = openings_of(source, kNone);
  REQUIRE(openings.size() == 3);
  CHECK(text_of(openings[0]) == "a1 b2 ");
  CHECK(text_of(openings[2]) == "d4 e5 a2 ");
  auto shuffled = openings_of({.kind = Kind::file, .file = lines}, kNone, 3);
  CHECK(std::is_permutation(shuffled.begin(), shuffled.end(), openings.begin()));

  const std::string sgf = (folder / "games.sgf").string();
  write_text(sgf, "(;FF[4]GM[11]SZ[5];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3];B[a4];W[b4];B[a5])");
  const auto cut =
      openings_of({.kind = Kind::file, .file = sgf, .moves = 3, .shuffle = false}, kNone);
  REQUIRE(cut.size() == 1);
  CHECK(text_of(cut[0]) == "a1 b1 a2 ");
  CHECK_THROWS_WITH_AS(openings_of({.kind = Kind::file, .file = sgf}, kNone),
                       doctest::Contains("set moves"), BadInput);
  write_text(sgf, "(;FF[4]GM[11]SZ[6];B[a1])");
  CHECK_THROWS_WITH_AS(openings_of({.kind = Kind::file, .file = sgf}, kNone),
                       doctest::Contains("game 1 is not of the game or the board"), BadInput);
  write_text(sgf, "(;FF[4]GM[11]SZ[5]AB[c3];W[b1])");
  CHECK_THROWS_WITH_AS(openings_of({.kind = Kind::file, .file = sgf}, kNone),
                       doctest::Contains("does not begin on the empty board"), BadInput);
  write_text(lines, "a1 a1\n");
  CHECK_THROWS_AS(openings_of(source, kNone), BadInput);
  CHECK_THROWS_AS(openings_of({.kind = Kind::file, .file = "/no/such/file"}, kNone), BadInput);
}
