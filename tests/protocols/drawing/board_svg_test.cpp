#include "protocols/drawing/board_svg.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "protocols/drawing/svg.hpp"
#include "tests/support/count_of.hpp"

namespace isthmus {

namespace {

using test::count_of;

Record played(const char* name, int side, std::initializer_list<const char*> moves) {
  Record record(make_game(name, side, side, SwapRule::none));
  for (const char* move : moves) REQUIRE(record.play(*record.game().find_move(move)));
  return record;
}

// 3 x 3 with a stone on b2, White to move: three moves of four visits in five, the rest of one.
SearchReport some_report(const Record& record) {
  SearchReport report;
  report.to_move = record.position().to_move;
  report.visits = 101;
  report.win_rate = 0.4;
  const auto add = [&](const char* move, std::int64_t visits, double win_rate) {
    report.moves.emplace_back();
    report.moves.back().move = *record.game().find_move(move);
    report.moves.back().visits = visits;
    report.moves.back().win_rate = win_rate;
  };
  add("c1", 64, 0.456);
  add("a3", 16, 0.3);
  add("a1", 20, 0.2);
  add("b1", 0, 0.9);
  return report;
}

}  // namespace

TEST_CASE("a board without an analysis has its stones and coordinates alone") {
  const Record record = played("hex", 3, {"b2", "c2"});
  const std::string svg = board_svg(record.game(), record.position(), {});
  CHECK(count_of(svg, "<polygon") == 9);
  CHECK(count_of(svg, "<circle") == 3);  // the last stone has a dot
  CHECK(count_of(svg, "to move") == 0);
  CHECK(count_of(svg, "share of the visits") == 0);
  // On all sides.
  for (const char* label : {"a", "b", "c", "1", "2", "3"}) {
    CHECK(count_of(svg, ">" + std::string(label) + "</text>") == 2);
  }
}

TEST_CASE("marks of an axis are 1, 2 or 5 times a power of ten apart") {
  const std::pair<double, double> steps[] = {{1, 1},     {1.01, 2},   {2, 2},      {2.3, 5},
                                             {5.5, 10},  {10, 10},    {124, 200},  {999, 1000},
                                             {0.3, 0.5}, {0.06, 0.1}, {1000, 1000}};
  for (const auto& step : steps) {
    CAPTURE(step.first);
    CHECK(tick_step(step.first) == doctest::Approx(step.second));
  }
}

TEST_CASE("stones that decided a game may have rings") {
  const Record record = played("hex", 3, {"b2", "a1", "b1", "c1", "a3"});
  CellSet chain;
  for (const char* name : {"b1", "b2", "a3"}) chain.insert(*record.game().board().find(name));
  const std::string plain = board_svg(record.game(), record.position(), {});
  const std::string ringed = board_svg(record.game(), record.position(), {}, {}, chain);
  CHECK(count_of(ringed, "<circle") == count_of(plain, "<circle") + 3);
  CHECK(count_of(ringed, "fill=\"none\" stroke-width=\"3\"") == 3);
}

TEST_CASE("coordinates leave each other room beside slanting edges") {
  const Record triangle = played("y", 4, {});
  const std::string y = board_svg(triangle.game(), triangle.position(), {});
  // Rows and columns end at the long edge, one a place: letters are there, and no numbers but the
  // first.
  for (const char* letter : {"a", "b", "c", "d"}) {
    CHECK(count_of(y, ">" + std::string(letter) + "</text>") == 2);
  }
  for (const char* number : {"2", "3", "4"}) {
    CHECK(count_of(y, ">" + std::string(number) + "</text>") == 1);
  }
  CHECK(count_of(y, ">1</text>") == 2);
  const Record hexagon = played("havannah", 3, {});
  const std::string havannah = board_svg(hexagon.game(), hexagon.position(), {});
  // Of the five columns three begin in the first row, and all end at no label; of the five rows
  // all begin at none, and three end in the last column.
  CHECK(count_of(havannah, ">a</text>") == 1);
  CHECK(count_of(havannah, ">b</text>") == 1);
  for (const char* twice : {"c", "d", "e", "1", "2", "3"}) {
    CHECK(count_of(havannah, ">" + std::string(twice) + "</text>") == 2);
  }
  CHECK(count_of(havannah, ">4</text>") == 1);
  CHECK(count_of(havannah, ">5</text>") == 1);
}

TEST_CASE("cells are shaded by their share of the visits, and the best move has a ring") {
  const Record record = played("hex", 3, {"b2"});
  const std::string svg = board_svg(record.game(), record.position(), some_report(record));
  // The root of 64 % is 0.8 of the way from 250, 243, 230 to 230, 93, 60; of 16 % 0.4.
  CHECK(count_of(svg, "fill=\"#ea7b5e\"") == 1);
  CHECK(count_of(svg, "fill=\"#f2b7a2\"") == 1);
  CHECK(count_of(svg, "fill=\"#faf3e6\"") == 7);  // six cells, and the legend's share of none
  // c1 is the third cell of the first row: 3 * 20 + (2 * 2 + 1) * 17.32 to the right.
  CHECK(svg.find("<circle cx=\"146.6\" cy=\"80.0\" r=\"15.2\" fill=\"none\" stroke-width=\"3\" "
                 "stroke=\"#1f5fbf\"") != std::string::npos);
  CHECK(count_of(svg, "stroke=\"#1f5fbf\"") == 2);  // and the legend's
  CHECK(count_of(svg, ">46</text>") == 1);
  CHECK(count_of(svg, ">30</text>") == 1);
  CHECK(count_of(svg, ">90</text>") == 0);  // was not visited
  CHECK(svg.find(">Turn 2: White to move, best c1: 45.6 %</text>") != std::string::npos);
  CHECK(count_of(svg, "was made") == 0);
  CHECK(count_of(svg, "stroke-dasharray") == 0);
}

TEST_CASE("the move made is a translucent stone, named in the caption") {
  const Record record = played("hex", 3, {"b2"});
  SearchReport report = some_report(record);
  const MadeMove made{*record.game().find_move("a3"), 0.25, 0.206, "?"};
  const std::string svg = board_svg(record.game(), record.position(), report, made);
  // a3 is two rows down: 60 + (0 + 2 + 1) * 17.32, and 60 + 20 * 4.
  CHECK(svg.find("<circle cx=\"112.0\" cy=\"140.0\" r=\"13.6\" fill=\"#ffffff\" "
                 "fill-opacity=\"0.5\"") != std::string::npos);
  CHECK(svg.find(">a3 ? was made: 25.0 %, a loss of 20.6 %</text>") != std::string::npos);
  CHECK(count_of(svg, ">the move made</text>") == 1);

  report.proof = Proof::win;
  CHECK(board_svg(record.game(), record.position(), report)
            .find(">Turn 2: White to move, a certain win, best c1</text>") != std::string::npos);
}

}  // namespace isthmus
