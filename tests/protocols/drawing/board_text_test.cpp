#include "protocols/drawing/board_text.hpp"

#include <initializer_list>
#include <memory>
#include <regex>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "protocols/drawing/analysis_text.hpp"

namespace isthmus {

namespace {

Record record_of(const char* name, int rows, int columns,
                 std::initializer_list<const char*> moves) {
  Record record(make_game(name, rows, columns, SwapRule::none));
  for (const char* move : moves) REQUIRE(record.play(*record.game().find_move(move)));
  return record;
}

std::string drawn(const Record& record) { return board_text(record.game(), record.position()); }

// A report that says of every cell the same, for the text's form.
SearchReport report_of(const Record& record) {
  SearchReport report;
  report.to_move = record.position().to_move;
  report.visits = 1200;
  report.seconds = 0.5;
  report.win_rate = 0.625;
  const auto cells = static_cast<std::size_t>(record.game().board().cell_range());
  report.evaluation.amaf.assign(cells, 0.07F);
  report.evaluation.ownership.assign(cells, 0.5F);
  const Move best = *record.game().find_move("a2");
  const Move next = *record.game().find_move("c1");
  report.moves.resize(3);
  report.moves[0].move = best;
  report.moves[0].visits = 1000;
  report.moves[0].win_rate = 0.65;
  report.moves[0].prior = 0.25;
  report.moves[0].variation = {best, next};
  report.moves[1].move = next;
  report.moves[1].visits = 199;
  report.moves[1].proof = Proof::loss;
  report.moves[1].variation = {next};
  report.moves[2].move = *record.game().find_move("a1");
  return report;
}

std::string without_escapes(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

}  // namespace

TEST_CASE("each cell of an empty board may have its name in it") {
  CHECK(cell_names_text(record_of("hex", 2, 2, {}).game().board()) ==
        "    a   b\n"
        "   1  a1  b1 1\n"
        "     2  a2  b2 2\n"
        "          a   b\n");
  for (const GameEntry& entry : games()) {
    const auto game = make_game(entry.name, entry.default_size, entry.default_size, SwapRule::none);
    const Board& board = game->board();
    const std::string text = cell_names_text(board);
    // Its own row has them all, in order; words that are letters or numbers alone are labels.
    std::istringstream words(text);
    std::size_t names = 0;
    for (std::string word; words >> word;) {
      if (const auto cell = board.find(word)) {
        CHECK(board.name(*cell) == word);
        ++names;
      }
    }
    std::size_t cells = 0;
    board.cells().for_each([&](Cell) { ++cells; });
    CHECK(names == cells);
  }
}

TEST_CASE("a rhombus is drawn slanted, with the last stone marked") {
  CHECK(drawn(record_of("hex", 3, 3, {"b2", "c2"})) ==
        "   a b c\n"
        "  1 . . . 1\n"
        "   2 . B(W) 2\n"
        "    3 . . . 3\n"
        "       a b c\n");
}

TEST_CASE("columns and rows are not mixed up") {
  CHECK(drawn(record_of("hex", 2, 3, {"c1", "a2"})) ==
        "   a b c\n"
        "  1 . . B 1\n"
        "   2(W). . 2\n"
        "      a b c\n");
}

TEST_CASE("a triangle is drawn with rows that become shorter") {
  CHECK(drawn(record_of("y", 3, 3, {"a1", "b2"})) ==
        "   a b c\n"
        "  1 B . . 1\n"
        "   2 .(W) 2\n"
        "    3 . 3\n");
}

TEST_CASE("every cell of the widest board stands under its letters") {
  const std::string text = drawn(record_of("hex", 1, 32, {"af1"}));
  const std::string head = text.substr(0, text.find('\n'));
  const std::string row = text.substr(text.find('\n') + 1);
  // Half a cell of slant lies between the letters and the first row.
  CHECK(row.find('B') == head.find("af") + 3);
  CHECK(row.find('.') == head.find('a') + 2);
}

TEST_CASE("an analysed board shows values, win rate and best moves") {
  const Record record = record_of("hex", 2, 3, {"b1"});
  CHECK(analysis_text(record.game(), record.position(), report_of(record), {}) ==
        "    a   b   c\n"
        "   1  7  (B)  7  1\n"
        "     2[ 7]  7   7  2\n"
        "          a   b   c\n"
        "\n"
        "( ) last stone, [ ] best move, numbers: value of the cell in % of games\n"
        "\n"
        "White to move, win rate 62.5 %, 1200 visits in 0.50 s\n"
        "\n"
        "        move    visits  win rate     prior  variation\n"
        "          a2      1000    65.0 %    25.0 %  a2 c1\n"
        "          c1       199      lost     0.0 %  c1\n");
}

TEST_CASE("values and ownership stand on the cells that they are of") {
  const Record record = record_of("hex", 2, 3, {"b1"});
  SearchReport report = report_of(record);
  report.evaluation.amaf = {0.01F, 0.02F, 0.03F, 0.04F, 0.05F, 0.06F};
  report.evaluation.ownership = {0.11F, 0.12F, 0.13F, 0.14F, 0.15F, 0.16F};
  const std::string text =
      analysis_text(record.game(), record.position(), report, {.ownership = true});
  CHECK(text.find("   1  1  (B)  3  1\n     2[ 4]  5   6  2\n") != std::string::npos);
  CHECK(text.find("   1 11  (B) 13  1\n     2 14  15  16  2\n") != std::string::npos);
}

TEST_CASE("a cell with under half a percent has a point") {
  const Record record = record_of("hex", 2, 3, {"b1"});
  SearchReport report = report_of(record);
  report.evaluation.amaf = {0.004F, 0, 0.0049F, 0.0051F, 0.006F, 0.2F};
  const std::string text = analysis_text(record.game(), record.position(), report);
  CHECK(text.find("   1  .  (B)  .  1\n     2[ 1]  1  20  2\n") != std::string::npos);
}

TEST_CASE("where there are no values the policy is shown") {
  const Record record = record_of("hex", 2, 3, {"b1"});
  SearchReport report = report_of(record);
  report.evaluation.amaf.assign(6, 0.0F);
  report.evaluation.policy = {0.5F, 0, 0.25F, 0.125F, 0.0625F, 0.0625F};
  const std::string text = analysis_text(record.game(), record.position(), report, {});
  CHECK(text.find("   1 50  (B) 25  1\n     2[13]  6   6  2\n") != std::string::npos);
  CHECK(text.find("numbers: share of the policy in %\n") != std::string::npos);
}

TEST_CASE("colours change nothing but colours") {
  const Record record = record_of("y", 4, 4, {"b1", "a4"});
  const SearchReport report = report_of(record);
  const std::string plain =
      analysis_text(record.game(), record.position(), report, {.ownership = true});
  const std::string coloured =
      analysis_text(record.game(), record.position(), report, {.colour = true, .ownership = true});
  CHECK(plain != coloured);
  CHECK(plain == without_escapes(coloured));
  CHECK(plain.find("50") != std::string::npos);
}

TEST_CASE("a finished game has a winner in place of a table") {
  const Record record = record_of("hex", 1, 1, {"a1"});
  CHECK(analysis_text(record.game(), record.position(), {}, {}).find("Black has won\n") !=
        std::string::npos);
}

}  // namespace isthmus
