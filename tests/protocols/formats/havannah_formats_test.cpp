#include <cstddef>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "protocols/formats/colour_exchange.hpp"
#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/havannah_cells.hpp"
#include "protocols/formats/sgf.hpp"
#include "tests/protocols/formats/moves_of.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/random_game.hpp"

// The formats of Havannah and Gonnect, and those in which White is the first player.

namespace isthmus {

namespace {

using test::moves_of;

std::shared_ptr<const Game> havannah(int side, SwapRule swap = SwapRule::none) {
  return make_game("havannah", side, side, swap);
}

std::string text_in(const GameFile& file, std::string_view format, Omissions& omissions) {
  return write_game(file, *find_game_format(format), omissions);
}

std::string text_in(const GameFile& file, std::string_view format) {
  Omissions omissions;
  return text_in(file, format, omissions);
}

GameFile read_again(const std::string& text, std::string_view format, const GameFile& file,
                    Omissions& omissions) {
  std::vector<GameFile> games;
  read_games(text, *find_game_format(format), file.record.shared_game(), omissions,
             [&](GameFile game) { games.push_back(std::move(game)); });
  REQUIRE(games.size() == 1);
  return games[0];
}

std::string reading_error_of(const std::string& text, const SgfDefaults& defaults = {}) {
  return test::error_of<FormatError>([&] { read_sgf(text, defaults); });
}

// The game that Little Golem calls #1541446.
const std::string kGolem =
    "(;FF[4]EV[havannah.in.size4.4]PB[mickgraham]PW[kiwibill]SZ[4]RU[LG]RE[B]GC[ game #1541446]"
    "SO[http://www.littlegolem.com];W[E1];B[swap];W[F2];B[D3];W[G1];B[E4];W[G4];B[F3];W[E5];B[D6];"
    "W[D5];B[C2];W[G3];B[G2];W[E6];B[E3];W[D7];B[resign])";

}  // namespace

TEST_CASE("cells of Havannah have these names elsewhere, row by row") {
  const std::pair<HavannahCells, const char*> cases[] = {
      {HavannahCells::havannahgui, "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5"},
      {HavannahCells::littlegolem, "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"}};
  const auto game = havannah(3);
  const Board& board = game->board();
  for (const auto& named : cases) {
    const HavannahCells cells = named.first;
    std::istringstream stream(named.second);
    int count = 0;
    board.cells().for_each([&](Cell cell) {
      std::string name;
      stream >> name;
      CHECK(havannah_cell_name(board, cell, cells) == name);
      CHECK(find_havannah_cell(board, name, cells) == cell);
      ++count;
    });
    CHECK(count == 19);
    for (const char* none : {"", "a", "1", "a0", "a4", "b5", "f3", "e6", "c1x", "c99999999999",
                             "c-1", "swap", "aa", "53", "-1"}) {
      CAPTURE(none);
      CHECK_FALSE(find_havannah_cell(board, none, cells));
    }
  }
  CHECK_FALSE(find_havannah_cell(board, "d1", HavannahCells::havannahgui));
  CHECK_FALSE(find_havannah_cell(board, "d5", HavannahCells::littlegolem));
}

TEST_CASE("Little Golem's pages count the diagonals from right to left, the centre is oo") {
  // As Polygames reads the site's files of side 8, and what it then answers with.
  const auto game = havannah(8);
  const Board& board = game->board();
  for (int row = 0; row < 15; ++row) {
    const int length = 15 - std::abs(row - 7);
    for (int number = 1; number <= length; ++number) {
      const int offset = row >= 8 ? row - 8 + 2 : 1;
      const int x = 16 - offset - number;
      const std::string page{static_cast<char>('h' + row), static_cast<char>('h' + x)};
      const std::string in_file = static_cast<char>('A' + row) + std::to_string(number);
      CAPTURE(in_file);
      const auto cell = find_havannah_cell(board, in_file, HavannahCells::littlegolem);
      REQUIRE(cell);
      CHECK(find_havannah_cell(board, page, HavannahCells::littlegolem) == cell);
    }
  }
  CHECK(find_havannah_cell(board, "oo", HavannahCells::littlegolem) == board.at(7, 7));
}

TEST_CASE("a game of Little Golem's is read with its swap and its result") {
  const GameFile file = read_sgf(kGolem);
  CHECK(file.record.game().name() == "havannah");
  CHECK(file.record.game().board().cell_count() == 37);
  CHECK(file.record.game().swap_rule() == SwapRule::pieces);
  CHECK(moves_of(file.record) ==
        " B a5 W swap-pieces B b6 W c4 B a7 W d5 B d7 W c6 B e5 W f4 B e4 W c3 B c7 W b7 B f5 W c5 "
        "B g4");
  CHECK(file.record.position().result == Result::ongoing);
  // PB began, and B resigned, who is White with us: RE[B] is PB's.
  CHECK(file.black_name == "mickgraham");
  CHECK(file.white_name == "kiwibill");
  CHECK(file.result == "B+R");
  // The first stone stays where it is.
  CHECK(file.record.positions()[2].of(Colour::white) ==
        file.record.positions()[1].of(Colour::black));

  Omissions omissions;
  const std::string again = text_in(file, "littlegolem", omissions);
  CHECK(again ==
        "(;FF[4]AP[Isthmus]EV[havannah]RU[LG]SO[http://www.littlegolem.com]PB[mickgraham]"
        "PW[kiwibill]SZ[4]RE[B]" +
            kGolem.substr(kGolem.find(";W[E1]")) + "\n");
  CHECK(omissions.text() == "other properties (3)");
  CHECK(moves_of(read_sgf(again).record) == moves_of(file.record));
  CHECK(read_sgf(again).result == "B+R");
  // The names of the site's pages; SO, or RU, is mark enough.
  const GameFile page =
      read_sgf("(;EV[havannah.ch.1]SZ[4]SO[https://www.littlegolem.net];W[mq];B[qn];W[oo])");
  CHECK(moves_of(page.record) == " B d2 W c6 B d4");
  CHECK(moves_of(read_sgf("(;EV[null]RU[LG]SZ[4];W[B2];B[F3])").record) == " B d2 W c6");
}

TEST_CASE("files of HavannahGui and its engines are read by what is in them") {
  // Castro's tree of proofs begins like this, and says no more of the game.
  const std::string castro = "(;FF[4]SZ[4]\n (;W[a2]C[x](;B[g7];W[d1])(;B[e2]))(;W[d4]))";
  const GameFile file = read_sgf(castro, {.game = "havannah"});
  CHECK(moves_of(file.record) == " B e1 W d7 B a4");
  REQUIRE(file.variations.size() == 2);
  CHECK(file.variations[0].turns ==
        std::vector<Turn>{{Colour::white, *file.record.game().find_move("a5")}});
  CHECK(file.variations[1].turns ==
        std::vector<Turn>{{Colour::black, *file.record.game().find_move("d4")}});

  // White is the first player, also in names and results.
  const GameFile named = read_sgf(
      "(;GM[havannah]SZ[4]PW[Ann]PB[Bob]WR[2000]RE[W+];W[F5]WL[7];B[swap];W[B2]TR[B2]V[2])");
  CHECK(moves_of(named.record) == " B c6 W swap-pieces B d2");
  CHECK(named.black_name == "Ann");
  CHECK(named.result == "B+");
  CHECK(named.info == std::vector<SgfMark>{{"BR", "[2000]"}});
  CHECK(named.notes[0].marks == std::vector<SgfMark>{{"BL", "[7]"}});
  CHECK(named.notes[2].marks == std::vector<SgfMark>{{"V", "[-2]"}});
  // Where it comes from first does not count then.
  CHECK(moves_of(read_sgf("(;GM[havannah]SO[littlegolem]SZ[4];W[F5])").record) == " B c6");
  // Black may begin all the same; sides were once diameters.
  const GameFile black = read_sgf("(;GM[havannah]SZ[d=7]PB[Bob];B[F5];W[B2])");
  CHECK(black.record.game().board().rows() == 7);
  CHECK(moves_of(black.record) == " B c6 W d2");
  CHECK(black.black_name == "Bob");
}

TEST_CASE("Gonnect is read from files of Go where it is asked for") {
  const SgfDefaults gonnect{.game = "gonnect"};
  const GameFile file = read_sgf("(;GM[1]FF[4]SZ[13]PB[Ann];B[ca];W[dm])", gonnect);
  CHECK(file.record.game().name() == "gonnect");
  CHECK(moves_of(file.record) == " B c1 W d13");
  CHECK(file.black_name == "Ann");
  const GameFile white = read_sgf("(;GM[1]SZ[13]PW[Ann]RE[W+R];W[ca];B[dm])", gonnect);
  CHECK(moves_of(white.record) == " B c1 W d13");
  CHECK(white.black_name == "Ann");
  CHECK(white.result == "B+R");
  CHECK(moves_of(read_sgf("(;GAME[gonnect]SZ[13];B[ca])").record) == " B c1");
  // What names its game is that.
  CHECK(read_sgf("(;EV[hex.ch.1]SZ[5];W[ad];B[swap])", gonnect).record.game().name() == "hex");
  CHECK(read_sgf("(;GM[11]SZ[5];B[a1])", gonnect).record.game().name() == "hex");
}

TEST_CASE("with White first all that names a colour changes places") {
  GameFile file = read_sgf(
      "(;GAME[havannah]SZ[4]RU[swap-pieces]PB[Ann]PW[Bob]RE[B+R]BR[5]C[c];B[d4]V[1];"
      "W[swap-pieces]BL[9];B[e4](;W[c3])(;W[c4]V[-0.5]))");
  const std::string white =
      "(;FF[4]CA[UTF-8]AP[Isthmus]GAME[havannah]FIRST[W]SZ[4]RU[swap-pieces]\n"
      "PB[Bob]PW[Ann]RE[W+R]C[c]WR[5]\nPL[W]\n"
      ";W[d4]V[-1]\n;B[swap-pieces]WL[9]\n;W[e4](;B[c3])(;B[c4]V[0.5]))\n";
  CHECK(text_in(file, "sgf-white-first") == white);
  CHECK(text_in(read_sgf(white), "sgf") == text_in(file, "sgf"));
  // HavannahGui's cells; what its user would take for Little Golem's is left out.
  file.info.push_back({"SO", "[http://www.littlegolem.com]"});
  file.notes[0].marks.push_back({"LB", "[d4:x]"});
  Omissions omissions;
  const std::string gui = text_in(file, "havannahgui", omissions);
  CHECK(gui ==
        "(;FF[4]CA[UTF-8]AP[Isthmus]GAME[havannah]CELLS[havannahgui]FIRST[W]SZ[4]RU[swap-pieces]\n"
        "PB[Bob]PW[Ann]RE[W+R]C[c]WR[5]\nPL[W]\n"
        ";W[d4]V[-1]\n;B[swap]WL[9]\n;W[d5](;B[c2])(;B[d3]V[0.5]))\n");
  CHECK(omissions.text() == "marks on cells (1), sources (1)");
  file.info.pop_back();
  file.notes[0].marks.pop_back();
  CHECK(text_in(read_sgf(gui), "sgf") == text_in(file, "sgf"));
}

TEST_CASE("colours are alike where both want the same") {
  for (const GameEntry& entry : games()) {
    const std::string name(entry.name);
    CAPTURE(name);
    const auto game = make_game(name, 5, 5, SwapRule::none);
    CHECK(has_like_colours(*game) == (name != "hex" && name != "rex"));
  }
}

TEST_CASE("every format of games with like colours reads back what it wrote") {
  std::mt19937 random(5);
  for (const GameEntry& entry : games()) {
    for (int side = entry.min_size; side <= entry.max_size; ++side) {
      for (const SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
        const std::shared_ptr<const Game> game = make_game(entry.name, side, side, swap);
        if (!has_like_colours(*game)) continue;
        // Out of turn a stone may be suicide.
        const bool captures = entry.name.substr(0, 7) == "gonnect";
        const bool alternating = captures || random() % 2 == 0;
        const int most = static_cast<int>(random() % 60);
        GameFile file{.record = test::random_game(
                          game, random, {.max_turns = most, .out_of_turn = !alternating})};
        if (random() % 4 == 0) {  // from a position that is set up
          const Position& last = file.record.position();
          file.record = Record(
              game, game->setup(last.of(Colour::black), last.of(Colour::white), last.to_move));
        }
        file.black_name = "Ann[AP[";
        file.white_name = "B\\]";
        if (random() % 2 == 0) file.result = random() % 2 == 0 ? "B+R" : "W+R";
        const bool is_plain = alternating && file.record.first_position().occupied().empty();
        const bool has_sides =
            file.record.turns().size() > 1 && file.record.turns()[1].move == Move::swap_sides();
        for (const GameFormat& format : game_formats()) {
          const bool is_list = format.name == "openings" || format.name == "littlegolem";
          const bool is_of_havannah = format.name == "havannahgui" || format.name == "littlegolem";
          if (format.names_no_game || (is_list && !is_plain)) continue;
          if (is_of_havannah && (entry.name != "havannah" || side > 13)) continue;
          if (is_list && file.record.turns().empty()) continue;
          if (format.name == "littlegolem" && has_sides) continue;
          Omissions omissions;
          const std::string text = text_in(file, format.name, omissions);
          CAPTURE(text);
          const GameFile read = read_again(text, format.name, file, omissions);
          CHECK(moves_of(read.record) == moves_of(file.record));
          CHECK(read.record.positions() == file.record.positions());
          CHECK(read.record.game().name() == game->name());
          if (!format.has_result) continue;
          CHECK(omissions.empty());
          CHECK(read.black_name == file.black_name);
          CHECK(read.white_name == file.white_name);
          if (!file.result.empty()) CHECK(read.result == file.result);
        }
      }
    }
  }
}

TEST_CASE("an error in a file of Havannah says where, what, and how to mend it") {
  CHECK(reading_error_of("(;EV[havannah]RU[LG]SZ[4];W[G5])") ==
        "line 1, column 29: 'G5' is no cell of this board (A1 to G4 as littlegolem names them)");
  CHECK(reading_error_of("(;GM[havannah]SZ[4];W[g3])") ==
        "line 1, column 23: 'g3' is no cell of this board (a1 to g7 as havannahgui names them)");
  CHECK(reading_error_of("(;GM[havannah]SZ[4]AB[d8])").find("column 23: 'd8' is no cell") !=
        std::string::npos);
  CHECK(reading_error_of("(;GM[havannah]SZ[14])") ==
        "line 1, column 18: havannahgui has letters for 26 rows only, which is side 13");
  CHECK(reading_error_of("(;GM[havannah]SZ[d=8])").find("SZ[d=8] is no size") != std::string::npos);
  CHECK(
      reading_error_of("(;GM[Havana]SZ[8])").find("column 6: GM'Havana' is not one of our games") !=
      std::string::npos);
  CHECK(reading_error_of("(;GAME[hex]FIRST[W]SZ[4];W[a1])") ==
        "line 1, column 18: White does not begin in hex, where Black wants something else; leave "
        "FIRST out");
  CHECK(reading_error_of("(;GAME[havannah]FIRST[x]SZ[4])") ==
        "line 1, column 23: FIRST names no colour; write FIRST[W]");
  CHECK(reading_error_of("(;GAME[y]CELLS[havannahgui]SZ[4])") ==
        "line 1, column 16: CELLS'havannahgui' is unknown; there is CELLS[havannahgui] for "
        "havannah");
  const auto refused = [](const GameFile& file, std::string_view format) {
    return test::error_of<FormatError>([&] { text_in(file, format); });
  };
  const GameFile hex = read_sgf("(;GM[11]SZ[4];B[a1])");
  CHECK(refused(hex, "sgf-white-first") ==
        "White does not begin in hex, where Black wants something else; write it as sgf");
  CHECK(refused(hex, "havannahgui") == "havannahgui knows havannah only, not hex");
  CHECK(refused(read_sgf("(;GAME[y]SZ[4];B[a1])"), "littlegolem") ==
        "littlegolem knows hex and havannah only, not y");
  CHECK(refused({.record = Record(havannah(14))}, "havannahgui") ==
        "havannahgui has letters for 26 rows only, which is side 13");
}

}  // namespace isthmus
