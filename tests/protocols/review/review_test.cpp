#include "protocols/review/review.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/review/review_text.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/random_game.hpp"

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

// Black's probability is the same everywhere.
EvaluatorFactory always(float black_wins) {
  return [black_wins](const Game& game, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&game, black_wins](const EvaluationRequest& request, Evaluation& evaluation) {
          evaluation = test::even_evaluation(game, *request.position);
          evaluation.black_wins = black_wins;
        });
  };
}

// As many visits everywhere, and no proofs but of what a position or two show.
ReviewLimits visits(std::int64_t count) {
  return {.each = {.visits = count}, .close = {.visits = count}, .proof = {.nodes = 1}};
}

// Searches for row 1, with no solver in turns, which would know these small boards.
Reviewer of_rows() {
  Reviewer reviewer{make_rows};
  reviewer.settings.solver_share = 0;
  return reviewer;
}

ReviewedTurn lost(double loss) { return {{Colour::black, Move()}, Move(), 1, 1 - loss, loss}; }

}  // namespace

TEST_CASE("a review judges each turn by the searches before and after it") {
  GameFile file = read_sgf("(;GAME[rex]SZ[9]C[mine];B[a1]C[good];W[e5]TE[1](;B[b1])(;B[c3]))");
  const Review reviewed = review(file.record, of_rows(), visits(300), {});
  REQUIRE(reviewed.positions.size() == 4);
  REQUIRE(reviewed.turns.size() == 3);
  // Who moves can take a cell of row 1; White's e5 gives that away.
  CHECK(reviewed.turns[1].loss > 0.05);
  CHECK(reviewed.turns[1].wins == doctest::Approx(1 - reviewed.positions[2].black_wins));
  CHECK(reviewed.turns[1].best_wins ==
        doctest::Approx(reviewed.positions[1].report.moves.front().win_rate));
  CHECK(reviewed.turns[1].loss ==
        doctest::Approx(reviewed.turns[1].best_wins - reviewed.turns[1].wins));
  CHECK(file.record.game().board().row(reviewed.turns[1].best.cell()) == 0);
  CHECK(worst_turns(reviewed, 1) == std::vector<std::size_t>{1});

  const Variation users = file.variations.at(0);
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
  CHECK(again.variations.size() == file.variations.size());
  CHECK(std::find(again.variations.begin(), again.variations.end(), users) !=
        again.variations.end());
}

TEST_CASE("without threads a review comes to the same") {
  const GameFile file = read_sgf("(;GAME[rex]SZ[5];B[a1];W[e5];B[b1])");
  Settings settings;
  const Review expected = review(file.record, {make_rows, settings}, visits(100), {});
  settings.threads = 0;
  const Review reviewed = review(file.record, {make_rows, settings}, visits(100), {});
  REQUIRE(reviewed.positions.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(reviewed.positions[i].black_wins == expected.positions[i].black_wins);
  }
  std::stop_source stop;
  stop.request_stop();
  CHECK(review(file.record, {make_rows, settings}, visits(100), stop.get_token()).turns.empty());
}

TEST_CASE("a game that is over has its result as the last value") {
  GameFile file = read_sgf("(;SZ[2];B[b1];W[a1];B[b2])");
  const Review reviewed = review(file.record, {make_rows}, visits(50), {});
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
  // More positions than are searched at once.
  std::mt19937 random(8);
  GameFile file{.record = test::random_game(make_game("rex", 6, 6, SwapRule::none), random,
                                            {.max_turns = 25})};
  REQUIRE(file.record.turns().size() == 25);
  std::size_t of = 0;
  const Review reviewed = review(file.record, {make_rows}, visits(20), stop.get_token(),
                                 [&](std::size_t done, std::size_t all) {
                                   of = all;
                                   if (done == 1) stop.request_stop();
                                 });
  CHECK(of == 26);
  CHECK(reviewed.positions.size() >= 1);
  CHECK(reviewed.positions.size() < 26);
  CHECK(reviewed.turns.size() + 1 == reviewed.positions.size());
  annotate(file, reviewed);
  CHECK(count(write_sgf(file), "Isthmus: ") >= reviewed.positions.size());
  // A line each, and with the head, the empty one and at least the first position's three more.
  CHECK(count(review_text(file, reviewed), "\n") >= reviewed.turns.size() + 3);

  const Review none = review(file.record, {make_rows}, visits(20), stop.get_token());
  CHECK(none.positions.empty());
  CHECK(none.turns.empty());
}

TEST_CASE("positions are searched more closely where a turn lost much") {
  const GameFile file = read_sgf("(;GAME[rex]SZ[5];B[a1];W[b1];B[c1];W[e5];B[d1];W[e1])");
  const ReviewLimits limits{
      .each = {.visits = 100}, .close = {.visits = 400}, .proof = {.nodes = 1}};
  const Review reviewed = review(file.record, of_rows(), limits, {});
  REQUIRE(reviewed.turns.size() == 6);
  // White's e5 leaves another cell of row 1 to Black.
  CHECK(worst_turns(reviewed, 1) == std::vector<std::size_t>{3});
  CHECK(reviewed.positions[3].report.visits == 400);
  CHECK(reviewed.positions[4].report.visits == 400);
  CHECK(reviewed.positions[0].report.visits == 100);
}

TEST_CASE("a review repeats exactly, whichever thread searches first") {
  const GameFile file = read_sgf("(;GAME[rex]SZ[5];B[a1];W[b1];B[c1];W[e5];B[d1];W[e1])");
  const auto rates = [&](int threads) {
    Reviewer reviewer{make_rows};
    reviewer.settings.threads = threads;
    std::vector<double> all;
    for (const auto& position : review(file.record, reviewer, visits(200), {}).positions) {
      all.push_back(position.black_wins);
    }
    return all;
  };
  CHECK(rates(1) == rates(1));
  CHECK(rates(1) == rates(3));
}

TEST_CASE("what is certain is said from where it is, as brute force has it") {
  std::mt19937 random(2);
  test::BruteForce brute(3, 4);
  const std::shared_ptr<const Game> game = make_game("hex", 3, 4, SwapRule::none);
  const auto black_wins = [&](const Position& position) {
    return brute.wins(test::BruteForce::mask(position.of(Colour::black)),
                      test::BruteForce::mask(position.of(Colour::white)), Colour::black,
                      position.to_move);
  };
  std::size_t given_away = 0, said = 0;
  for (int number = 0; number < 20; ++number) {
    GameFile file{.record = test::random_game(game, random)};
    const Review reviewed =
        review(file.record, {always(0.5F)},
               {.each = {.visits = 2}, .close = {.visits = 2}, .proof = {}}, {});
    const std::vector<Position>& positions = file.record.positions();
    REQUIRE(reviewed.positions.size() == positions.size());
    std::size_t decided_at = positions.size() - 1, lost_wins = 0;
    for (std::size_t i = positions.size(); i-- > 0;) {
      const bool black = black_wins(positions[i]);
      CHECK(reviewed.positions[i].black_wins == (black ? 1 : 0));
      if (decided_at == i + 1 && black == black_wins(positions.back())) decided_at = i;
      if (i + 1 == positions.size() || black == black_wins(positions[i + 1])) continue;
      ++lost_wins;
      CHECK(reviewed.turns[i].loss == 1);
    }
    const auto from = decided(file.record, reviewed);
    REQUIRE(from);
    CHECK(from->position == decided_at);
    CHECK(from->result == positions.back().result);
    annotate(file, reviewed);
    const std::string sgf = write_sgf(file);
    CHECK(count(sgf, "gives away a certain win") == lost_wins);
    const bool is_said = decided_at > 0 && decided_at + 1 < positions.size();
    CHECK(count(sgf, "From here on") == (is_said ? 1 : 0));
    if (is_said) {
      const std::string winner = black_wins(positions.back()) ? "Black" : "White";
      CHECK(file.notes[decided_at - 1].comment.ends_with("From here on " + winner +
                                                         " has won for certain."));
    }
    given_away += lost_wins;
    said += is_said ? 1 : 0;
  }
  CHECK(given_away > 10);
  CHECK(said > 3);
}

TEST_CASE("a swap is judged whether it was taken or not") {
  struct Case {
    const char* rule;
    const char* answer;  // the second turn
    float black_wins;
    const char* verdict;
  };
  // Black is always this well off, so White does well to swap where that is more than half.
  const Case cases[] = {{"swap-sides", "swap-sides", 0.75F, "To swap was right"},
                        {"swap-sides", "swap-sides", 0.25F, "To swap was wrong"},
                        {"swap-sides", "b2", 0.75F, "Not to swap was wrong"},
                        {"swap-sides", "b2", 0.25F, "Not to swap was right"},
                        {"swap-pieces", "b2", 0.75F, "Not to swap was wrong"}};
  for (const Case& each : cases) {
    CAPTURE(each.verdict);
    GameFile file =
        read_sgf("(;SZ[9]RU[" + std::string(each.rule) + "];B[e5];W[" + each.answer + "];W[c3])");
    const double black = static_cast<double>(each.black_wins);
    const Review reviewed = review(file.record, {always(each.black_wins)}, visits(30), {});
    REQUIRE(reviewed.swap);
    CHECK(reviewed.swap->turn == 1);
    CHECK(reviewed.swap->swap == doctest::Approx(black));
    CHECK(reviewed.swap->stay == doctest::Approx(1 - black));
    CHECK(reviewed.swap->visits == 30);
    // Who swaps sides has what Black has.
    const bool was_taken = file.record.turns()[1].move.is_swap();
    CHECK(reviewed.turns[1].wins == doctest::Approx(was_taken ? black : 1 - black));
    annotate(file, reviewed);
    CHECK(file.notes[0].comment.find("Who swaps this has " +
                                     std::string(black > 0.5 ? "75.0" : "25.0") + " %") !=
          std::string::npos);
    CHECK(file.notes[1].comment.find(each.verdict) != std::string::npos);
  }
  const GameFile without = read_sgf("(;SZ[9];B[e5];W[b2])");
  CHECK_FALSE(review(without.record, {always(0.5F)}, visits(10), {}).swap);
}

TEST_CASE("a first stone of a game that names no swap rule is judged as if White might swap it") {
  // The side that has c3 is better off, unless Black has a5 and there was no swap.
  const Reviewer plain{[](const Game& game, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&game](const EvaluationRequest& request, Evaluation& evaluation) {
          const Position& position = *request.position;
          evaluation = test::even_evaluation(game, position);
          const Cell centre = *game.board().find("c3");
          const bool has_swapped =
              (position.occupied().size() % 2 == 0) != (position.to_move == Colour::black);
          const Cell corner = *game.board().find("a5");
          if (!has_swapped && position.of(Colour::black).contains(corner)) return;
          if (position.of(Colour::black).contains(centre)) evaluation.black_wins = 0.9F;
          if (position.of(Colour::white).contains(centre)) evaluation.black_wins = 0.1F;
        });
  }};
  struct Case {
    std::string stone;
    double loses, loses_under_swap;
  };
  for (const Case& each : {Case{"c3", 0, 0.4}, Case{"a5", 0.4, 0}}) {
    CAPTURE(each.stone);
    GameFile file = read_sgf("(;SZ[5];B[" + each.stone + "];W[e5];B[d4])");
    Reviewer reviewer = plain;
    reviewer.settings.solver_share = 0;
    const Review without = review(file.record, reviewer, visits(600), {});
    CHECK(without.turns[0].loss == doctest::Approx(each.loses).epsilon(0.15));
    CHECK_FALSE(without.swap);
    reviewer.assumed_swap = assumed_swap_rule(file);
    CHECK(reviewer.assumed_swap == SwapRule::pieces);
    const Review under = review(file.record, reviewer, visits(600), {});
    CHECK(under.turns[0].loss == doctest::Approx(each.loses_under_swap).epsilon(0.15));
    // The rest of the game is as it was played.
    REQUIRE(under.turns.size() == 3);
    CHECK(under.turns[1].loss == doctest::Approx(without.turns[1].loss).epsilon(0.15));
    CHECK(under.positions[1].black_wins == without.positions[1].black_wins);
    REQUIRE(under.swap);
    CHECK(under.swap->swap == under.positions[1].black_wins);
    const std::string text = review_text(file, under);
    CHECK(count(text, "No swap rule is named") == 1);
    CHECK(count(text, "ot to swap was") == 0);
    CHECK(count(review_text(file, without), "swap") == 0);
  }
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
  // 560 wide from 68 on, and 240 high from 46 on.
  CHECK(svg.find("<polyline points=\"68.0,166.0 254.7,106.0 441.3,226.0 628.0,286.0 \"") !=
        std::string::npos);
  CHECK(svg.find(">turn</text>") != std::string::npos);
  CHECK(svg.find(">Black's win rate</text>") != std::string::npos);
  // The moves of lost() have no name; their marks stand above their points, but within the graph.
  CHECK(svg.find("<text x=\"441.3\" y=\"217.0\"") != std::string::npos);
  CHECK(count(svg, " ?!</text>") == 1);
  CHECK(count(svg,
              " ?"
              "?</text>") == 1);
}

TEST_CASE("the graph says how the game ended") {
  const auto titled = [](const std::string& result, const char* moves) {
    GameFile file = read_sgf("(;SZ[2]" + std::string(moves) + ")");
    file.result = result;
    return review_svg(file, {});
  };
  const char* on = ";B[b1]";
  CHECK(titled("B+R", on).find("Black and White: Black won by resignation<") != std::string::npos);
  CHECK(titled("W+T", on).find(": White won on time<") != std::string::npos);
  CHECK(titled("B+F", on).find(": Black won by forfeit<") != std::string::npos);
  CHECK(titled("W+", on).find(": White won<") != std::string::npos);
  CHECK(titled("0", on).find(": a draw<") != std::string::npos);
  CHECK(titled("Void", on).find(": Void<") != std::string::npos);
  CHECK(titled("B+12", on).find(": B+12<") != std::string::npos);
  CHECK(titled("", on).find("Black and White<") != std::string::npos);
  CHECK(titled("", ";B[b1];W[a1];B[b2]").find(": Black won<") != std::string::npos);
}

}  // namespace isthmus
