#include "protocols/formats/game_formats.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/protocols/formats/moves_of.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/random_game.hpp"

namespace isthmus {

namespace {

using test::moves_of;

const std::shared_ptr<const Game> kHex11 = make_game("hex", 11, 11, SwapRule::none);

std::vector<GameFile> read_all(const std::string& text, const GameFormat& format,
                               Omissions& omissions, const std::shared_ptr<const Game>& game) {
  std::vector<GameFile> games;
  read_games(text, format, game, omissions, [&](GameFile file) { games.push_back(file); });
  return games;
}

GameFile read_one(const std::string& text, Omissions& omissions,
                  const std::shared_ptr<const Game>& game = kHex11) {
  const auto games = read_all(text, guess_game_format(text), omissions, game);
  REQUIRE(games.size() == 1);
  return games[0];
}

GameFile read_one(const std::string& text) {
  Omissions omissions;
  return read_one(text, omissions);
}

std::string written(const GameFile& file, std::string_view format) {
  Omissions omissions;
  return write_game(file, *find_game_format(format), omissions);
}

std::string reading_error(const std::string& text) {
  return test::error_of<FormatError>([&] { read_one(text); });
}

}  // namespace

TEST_CASE("links and lists of moves do not say whether there was a swap, but by one") {
  for (const char* text : {"a3 b4", "#11,a3b4", "https://trmph.com/hex/board#11,a3b4"}) {
    CAPTURE(text);
    const GameFile file = read_one(text);
    CHECK(assumed_swap_rule(file) == SwapRule::pieces);
    const std::string query = written(file, "json");
    CHECK(query.find("rules") == std::string::npos);
    CHECK(written(read_one(query), "json") == query);
  }
  for (const char* text : {"a3 swap-pieces", "#11,a3:s", "https://trmph.com/hex/board#11,a3a3"}) {
    CAPTURE(text);
    const GameFile file = read_one(text);
    CHECK(file.names_swap_rule);
    CHECK(written(file, "json").find("\"rules\":\"swap-pieces\"") != std::string::npos);
  }
}

TEST_CASE("the format of a text is recognised by its contents") {
  const std::pair<const char*, const char*> texts[] = {
      {"(;SZ[5];B[a1])", "sgf"},
      {"by mail\n ( ;SZ[5];B[a1])", "sgf"},
      {"{\"moves\": []}", "json"},
      {"https://hexworld.org/board/#11nc1,b4:sh4", "hexworld"},
      {"#11nc1,b4:sh4\n#13,a1", "hexworld"},
      {"http://www.trmph.com/hex/board#13,a1b2c3", "trmph"},
      {"a1 b2\nc3\n", "openings"},
      {"11r9c1,b4:sh4", "hexworld"},
      {"\n9x7,,a1\n", "hexworld"},
      {"#13,a1b2c3d4 b\n#13,a1 w\n", "trmph"},
      {"13,a1b2c3d4 w", "trmph"},
      {"1. h12 2. swap", "openings"},
      {"1.a1,b2", "openings"},
  };
  for (const auto& example : texts) {
    const auto& text = example.first;
    const auto& format = example.second;
    CAPTURE(text);
    CHECK(guess_game_format(text).name == format);
  }
  CHECK(is_game_link("https://hexworld.org/board/#11"));
  CHECK(is_game_link("trmph.com/hex/board#13,a1"));
  CHECK(is_game_link("11r9c1,b4:sh4"));
  CHECK_FALSE(is_game_link("game.sgf"));
  CHECK_FALSE(is_game_link("11,2026.sgf"));
  CHECK_FALSE(is_game_link("13"));
}

TEST_CASE("HexWorld's links, by the grammar on its page") {
  GameFile file = read_one("https://hexworld.org/board/#11nc1,b4:sh4");
  CHECK(moves_of(file.record) == " B b4 W swap-pieces B h4");
  CHECK(file.view == "nc1");
  CHECK(written(file, "hexworld") == "https://hexworld.org/board/#11nc1,b4:sh4\n");
  // The stone is White's now, mirrored.
  const Board& board = file.record.game().board();
  CHECK(file.record.position().of(Colour::white).contains(*board.find("d2")));

  // After a swap of sides White is still to move; columns come before rows.
  file = read_one("#9x7r3m,a7:Si1:rw");
  CHECK(file.record.game().board().columns() == 9);
  CHECK(moves_of(file.record) == " B a7 W swap-sides W i1");
  CHECK(file.result == "B+R");
  CHECK(written(file, "hexworld") == "https://hexworld.org/board/#9x7r3m,a7:Si1:rw\n");

  // Passes are turns out of order; the colours of links as PlayHex writes them.
  CHECK(moves_of(read_one("#9r9c1,b3:pc6:p:pi9:fb").record) == " B b3 B c6 W i9");
  CHECK(read_one("#9,b3:fb").result == "W+F");
  // Percent signs, as some programs pass links on.
  CHECK(moves_of(read_one("https://hexworld.org/board/%20#11%2Cb4%3Ash4").record) ==
        " B b4 W swap-pieces B h4");
  CHECK(moves_of(read_one("#28,aa28").record) == " B aa28");

  // As people paste what stands behind the sign.
  file = read_one("11r9c1,b4:sh4");
  CHECK(moves_of(file.record) == " B b4 W swap-pieces B h4");
  CHECK(written(file, "hexworld") == "https://hexworld.org/board/#11r9c1,b4:sh4\n");

  Omissions omissions;
  file = read_one("#5,a1b1,c1:p", omissions);
  CHECK(moves_of(file.record) == " B a1 W b1 B c1");
  CHECK(omissions.text() == "passes at the end (1), places in the game that were shown (1)");
}

TEST_CASE("trmph writes a swap as the mirrored cell twice") {
  // The example of M. Seymour's converter.
  const std::string link =
      "https://trmph.com/hex/board#13,d1d1k10k12h6i7f7f3j5k2k3f10e9d11g9g11c10b12h10h12j12j11k11"
      "j10k9j9k8j8k7j6l5k5l4k4l3m1j3j2h3g2i1i3h5h4g4g5f5f6\n";
  const GameFile file = read_one(link);
  CHECK(file.record.turns().size() == 48);
  CHECK(moves_of(file.record).substr(0, 27) == " B a4 W swap-pieces B k10 W");
  const Board& board = file.record.game().board();
  CHECK(file.record.positions()[2].of(Colour::white).contains(*board.find("d1")));
  CHECK(written(file, "trmph") == link);
  CHECK(moves_of(read_one("trmph.com/hex/board#13,a1b2c3").record) == " B a1 W b2 B c3");
}

TEST_CASE("how HexWorld draws a board goes through SGF and back") {
  const std::string link = "https://hexworld.org/board/#11r9nc1,b4:sh4\n";
  const std::string sgf = written(read_one(link), "sgf");
  Omissions omissions;
  const GameFile file = read_one(sgf, omissions);
  CHECK(file.view == "r9nc1");
  CHECK(file.info.empty());
  CHECK(written(file, "hexworld") == link);
  CHECK(omissions.empty());
  // Others see one more property, of which they know nothing.
  CHECK(sgf.find("HEXWORLD[r9nc1]") != sgf.npos);
  CHECK(written(read_one("#11,b4"), "sgf").find("HEXWORLD") == std::string::npos);
  CHECK(read_one("(;GM[11]SZ[5]HEXWORLD[,a1];B[b2])", omissions).view.empty());
  CHECK(omissions.text() == "views (1)");
}

TEST_CASE("lists of trmph say who has won") {
  Omissions omissions;
  const auto games = read_all("#13,a1b2c3d4 b\n13,a1b2 w\n#2,a1b1a2 b\n#13,c4\n",
                              *find_game_format("trmph"), omissions, kHex11);
  REQUIRE(games.size() == 4);
  CHECK(moves_of(games[0].record) == " B a1 W b2 B c3 W d4");
  CHECK(games[0].result == "B+");
  CHECK(games[1].result == "W+");
  CHECK(games[2].result == "B+");
  CHECK(games[3].result.empty());
  CHECK(reading_error("#2,a1b1a2 w") ==
        "line 1: the winner behind the moves is 'w', but on the board it is the other");
}

TEST_CASE("passes of a query are turns out of order, and reported where they are the last") {
  Omissions omissions;
  GameFile file =
      read_one(R"({"size": 5, "moves": [["B", "a1"], ["W", "pass"], ["B", "c3"]]})", omissions);
  CHECK(moves_of(file.record) == " B a1 B c3");
  CHECK(omissions.empty());
  CHECK(written(file, "hexworld") == "https://hexworld.org/board/#5,a1:pc3\n");
  file = read_one(R"({"size": 5, "moves": [["B", "a1"], ["W", "pass"]]})", omissions);
  CHECK(omissions.text() == "passes at the end (1)");
}

TEST_CASE("addresses of pages are answered with where the game is to be had") {
  CHECK(game_page_advice("https://www.littlegolem.net/jsp/game/game.jsp?gid=1612755&nmove=3\n") ==
        "a page of Little Golem; download the game from "
        "https://www.littlegolem.net/servlet/sgf/1612755/game1612755.hsgf and give that file");
  CHECK(game_page_advice("http://littlegolem.net/jsp/info/player.jsp").find("/ID/gameID.hsgf") !=
        std::string::npos);
  CHECK(game_page_advice("https://playhex.org/games/6f6e").substr(0, 18) == "a page of PlayHex;");
  CHECK(is_game_link("https://playhex.org/games/6f6e"));
  for (const char* text : {"https://hexworld.org/board/#11", "a1 b2", "game.sgf",
                           "(;FF[4]SO[http://www.littlegolem.net/];W[ad])"}) {
    CHECK(game_page_advice(text).empty());
  }
}

TEST_CASE("openings are lines of moves on a board that is given") {
  Omissions omissions;
  const auto games = read_all("a10 f6\n\nb4 swap-pieces c5\r\nA1,b2c3 \n",
                              *find_game_format("openings"), omissions, kHex11);
  REQUIRE(games.size() == 3);
  CHECK(moves_of(games[0].record) == " B a10 W f6");
  CHECK(moves_of(games[1].record) == " B b4 W swap-pieces B c5");
  CHECK(games[1].record.game().swap_rule() == SwapRule::pieces);
  CHECK(moves_of(games[2].record) == " B a1 W b2 B c3");
  CHECK(written(games[1], "openings") == "b4 swap-pieces c5\n");

  // Numbered lists, as on Little Golem's pages, and just "swap".
  const auto pasted = read_all("1. h11 2. swap\n1.b4 2.Swap 3.c5\na1 swap b2\n",
                               *find_game_format("openings"), omissions, kHex11);
  REQUIRE(pasted.size() == 3);
  CHECK(moves_of(pasted[0].record) == " B h11 W swap-pieces");
  CHECK(moves_of(pasted[1].record) == " B b4 W swap-pieces B c5");
  CHECK(moves_of(pasted[2].record) == " B a1 W swap-pieces B b2");
  const auto sides = read_all("a1 swap b2", *find_game_format("openings"), omissions,
                              make_game("hex", 5, 5, SwapRule::sides));
  CHECK(moves_of(sides.at(0).record) == " B a1 W swap-sides W b2");
  CHECK(reading_error("1. 2.") == "line 1: there is no move in the line");
}

TEST_CASE("published games end as they are known to, and so do their conversions") {
  // Playthroughs of OpenSpiel (integration_tests/playthroughs): the first player wins both.
  const std::pair<const char*, const char*> games[] = {
      {"hex", "a2 d4 d5 d1 b4 a4 a3 d3 e3 e4 c1 c5 a5 d2 c4 c2 e5 c3 b2 e2 b3"},
      {"y",
       "b1 f4 g1 f1 h1 c2 a3 b8 g3 b5 d4 a2 e4 b6 a5 b7 b4 i1 e5 h2 e1 e3 c4 a9 a8 d2 d3 g2 c5 a4 "
       "f2 a6 c1 a7 d1 c7 b2 b3 c6 a1 f3"}};
  for (const auto& published : games) {
    const auto& name = published.first;
    const auto& moves = published.second;
    CAPTURE(name);
    const int side = std::string(name) == "hex" ? 5 : 9;
    Omissions omissions;
    GameFile file = read_one(moves, omissions, make_game(name, side, side, SwapRule::none));
    for (const char* format : {"sgf", "json", "openings", "hexworld", "trmph", "sgf"}) {
      if (find_game_format(format)->names_no_game && std::string(name) != "hex") continue;
      file = read_one(written(file, format), omissions, file.record.shared_game());
      CHECK(file.record.position().result == Result::black);
      CHECK(file.record.positions()[file.record.turns().size() - 1].result == Result::ongoing);
    }
    CHECK(file.result == "B+");
    CHECK(omissions.empty());
  }
}

TEST_CASE("every format reads back what it wrote") {
  std::mt19937 random(3);
  for (int round = 0; round < 600; ++round) {
    const int rows = 1 + static_cast<int>(random() % 32);
    const bool is_square = random() % 2 == 0;
    const int columns = is_square ? rows : 1 + static_cast<int>(random() % 32);
    SwapRule swap = static_cast<SwapRule>(random() % 3);
    if (swap == SwapRule::pieces && rows != columns) swap = SwapRule::sides;
    const bool alternating = random() % 2 == 0;
    const int most = static_cast<int>(random() % 60);
    GameFile file{.record = test::random_game(make_game("hex", rows, columns, swap), random,
                                              {.max_turns = most, .out_of_turn = !alternating})};
    const bool is_swapped = file.record.turns().size() > 1 && file.record.turns()[1].move.is_swap();
    if (random() % 3 == 0) file.result = random() % 2 == 0 ? "B+R" : "W+F";
    const Result winner = file.record.position().result;
    const std::string on_board = winner == Result::black   ? "B+"
                                 : winner == Result::white ? "W+"
                                                           : "";
    for (const GameFormat& format : game_formats()) {
      if (format.name == "sgf-white-first" || format.name == "havannahgui") continue;
      const bool is_golem = format.name == "littlegolem";
      const bool is_list = format.name == "openings" || format.name == "trmph" || is_golem;
      if (is_list && !alternating) continue;
      if (format.name == "openings" && file.record.turns().empty()) continue;
      // trmph leaves a swap of sides out, and knows square boards only.
      const bool sides = is_swapped && swap == SwapRule::sides;
      if (format.name == "trmph" && (rows != columns || sides)) continue;
      if (is_golem && (sides || rows > 26 || columns > 26 || file.result == "W+F")) continue;
      Omissions omissions;
      const std::string text = write_game(file, format, omissions);
      CAPTURE(text);
      const GameFile read = read_one(text, omissions, file.record.shared_game());
      CHECK(moves_of(read.record) == moves_of(file.record));
      CHECK(read.record.positions() == file.record.positions());
      CHECK(read.record.game().board().columns() == columns);
      if (format.has_result) {
        // Where none was given the format may give that of the board.
        const bool is_given = !file.result.empty();
        CHECK((read.result == file.result || (!is_given && read.result == on_board)));
        CHECK(omissions.empty());
      }
    }
  }
}

TEST_CASE("a position that was set up becomes moves and passes in a link") {
  const GameFile file = read_one("(;SZ[5]AB[a1][b2][c3]AW[e1]PL[B];B[d4])");
  Omissions omissions;
  const std::string link = write_game(file, *find_game_format("hexworld"), omissions);
  CHECK(link == "https://hexworld.org/board/#5,a1e1b2:pc3:pd4\n");
  CHECK(read_one(link).record.position().stones == file.record.position().stones);
}

TEST_CASE("Little Golem's SGF is written as it is read") {
  // Its game 1804563, but for what it says of the site.
  const std::string text =
      "(;FF[4]PB[lazyplayer]PW[Bob]SZ[11]RE[B];W[ad];B[swap];W[eg];B[resign])\n";
  const GameFile file = read_one(text);
  CHECK(moves_of(file.record) == " B a4 W swap-pieces B e7");
  CHECK(file.result == "B+R");
  CHECK(written(file, "littlegolem") == text);
  CHECK_THROWS_WITH(written(read_one("#5,a1:Sb2"), "littlegolem"),
                    "Little Golem's SGF has no swap of sides");
  CHECK_THROWS_WITH(written(read_one("#27,a1"), "littlegolem"),
                    "Little Golem's SGF has letters for 26 columns and rows only");
}

TEST_CASE("Little Golem's SGF leaves out that somebody resigned before the first move") {
  for (const char* link : {"#6,:rw", "#6,:rb"}) {
    const GameFile file = read_one(link);
    Omissions omissions;
    const std::string text = write_game(file, *find_game_format("littlegolem"), omissions);
    CHECK(omissions.text().find("reasons of results") != std::string::npos);
    CHECK(read_one(text).result == file.result.substr(0, 2));
    CHECK(written(read_one(text), "littlegolem") == text);
  }
}

TEST_CASE("what a format has no place for is reported") {
  GameFile file = read_one(
      "(;SZ[5]PB[Ann]PW[Bob]RE[B+T]EV[x]C[c];B[a1]LB[a1:x];W[b1]C[d](;B[c1])(;B[c2]C[e]))");
  const std::pair<const char*, const char*> cases[] = {
      {"sgf", ""},
      {"json",
       "comments (3), names of players (2), other properties (2), results (1), variations (1)"},
      {"hexworld",
       "comments (3), losses by time, now forfeits, (1), names of players (2), "
       "other properties (2), variations (1)"},
  };
  for (const auto& [format, expected] : cases) {
    Omissions omissions;
    write_game(file, *find_game_format(format), omissions);
    CHECK(omissions.text() == expected);
  }
  Omissions omissions;
  const GameFile sides = read_one("#5,a1:Sb2c3");
  CHECK(write_game(sides, *find_game_format("trmph"), omissions) ==
        "https://trmph.com/hex/board#5,a1b2c3\n");
  CHECK(omissions.text() == "swaps of sides (1)");
  const auto y = read_one("(;GAME[y]SZ[4];B[a1])");
  CHECK_THROWS_WITH(written(y, "hexworld"), "hexworld knows hex only, not y");
  CHECK_THROWS_WITH(written(read_one("#5,a1:pb1"), "openings"),
                    "a line of openings cannot hold turns out of order, such as turn 2");
  CHECK_THROWS_WITH(written(read_one("#5x4,a1"), "trmph"), "trmph knows square boards only");
  CHECK_THROWS_WITH(written(read_one("(;SZ[5]AB[a1];B[b1])"), "openings"),
                    "a line of openings cannot hold stones that were set up");
}

TEST_CASE("an error in a link or an opening says where, what, and how to mend it") {
  const std::pair<std::string, const char*> cases[] = {
      {"#11,a1b2\n\n#11,a1a1", "line 3: move 2, a1: there is a stone"},
      {"#11,l1", "line 1: move 1, 'l1' is no cell of this board (a1 to k11)"},
      {"#99,a1",
       "line 1: no board size with sides from 1 to 32 behind the '#', as in #11 or "
       "#11x9, but '99'"},
      {"#99999999999999999999,a1", "line 1: no board size with sides from 1 to 32 behind"},
      {"#11x,a1", "line 1: no board size"},
      {"#11q,a1", "line 1: unknown flags 'q' behind the size"},
      {"#11r,a1", "line 1: unknown flags 'r' behind the size"},
      {"#11,a1;b2", "line 1: expected a move such as a1, not ';b2'"},
      {"#11,a1,b2,c3", "line 1: expected a move such as a1, not ',c3'"},
      {"#11,a1:sb2:s", "line 1: move 4, swap-pieces: only White may swap"},
      {"#9x7,a1:s", "line 1: swap-pieces needs a square board"},
      {"#11,a1:rbb2", "line 1: a move after the end of the game, 'b2'"},
      {"#1,a1a1", "line 1: move 2, a1: the game is over, Black has won"},
      {"hexworld.org/board", "line 1: a link without a '#'"},
      {"trmph.com/hex/board#13r3,a1", "line 1: 'r3' behind the size; moves come behind a comma"},
      {"a1 pass", "line 1: expected a move such as a1, not 'pass'"},
      {"a1 swap-sides swap-sides", "line 1: move 3, swap-sides: only White may swap"},
      {"", "there is no game in it"},
      {"{\"game\": \"a\\nb\"}", "unknown game 'a?b'; known: "},
      {"{\"size\": 0}", "'size' should be a whole number from 1 to 32, not 0"},
      {"a1 \xff", "line 1, column 4: not UTF-8"},
      {std::string((1 << 20) + 1, 'a'), "line 1, column 1: a line of more than 1 MB"},
  };
  for (const auto& refused : cases) {
    const auto& text = refused.first;
    const auto& message = refused.second;
    CAPTURE(text.substr(0, 60));
    const std::string error = reading_error(text);
    CHECK(error.substr(0, std::string(message).size()) == message);
    CHECK(error.find('\n') == error.npos);
  }
}

}  // namespace isthmus
