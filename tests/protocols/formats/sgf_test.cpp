#include "protocols/formats/sgf.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
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

std::string error_of(const std::string& text) {
  return test::error_of<FormatError>([&] { read_sgf(text); });
}

// Adds a few variations of the game and of each other, with notes here and there.
void add_variations(GameFile& file, std::mt19937& random) {
  std::vector<Record> before{file.record};  // by line: the game as far as the line goes
  for (std::size_t made = 0; made < random() % 6; ++made) {
    const std::size_t parent = random() % before.size();
    const std::size_t own =
        parent == 0 ? before[0].turns().size() : file.variations[parent - 1].turns.size();
    // Of a variation before its first turn: what it is a variation of, by another name.
    if (parent > 0 && own < 2) continue;
    const std::size_t after = parent == 0 ? random() % (own + 1) : 1 + random() % (own - 1);
    Record record = before[parent];
    for (std::size_t i = after; i < own; ++i) record.undo();
    Variation variation{.parent = parent, .after = after, .turns = {}};
    for (std::size_t length = 1 + random() % 4; variation.turns.size() < length;) {
      const std::vector<Move> moves = record.game().legal_moves(record.position());
      if (moves.empty()) break;
      REQUIRE(record.play(moves[random() % moves.size()]));
      variation.turns.push_back(record.turns().back());
    }
    if (variation.turns.empty()) continue;
    if (random() % 2 == 0) variation.notes.push_back({.comment = "(;B[a]\\"});
    file.variations.push_back(variation);
    before.push_back(record);
  }
}

// The variations in an order of their own: all moves up to the end of each, and its notes.
std::multiset<std::string> paths_of(const GameFile& file) {
  std::vector<std::vector<std::string>> moves{{}};  // by line
  for (const Turn& turn : file.record.turns())
    moves[0].push_back(file.record.game().name(turn.move));
  std::multiset<std::string> paths;
  for (const Variation& variation : file.variations) {
    std::vector<std::string> line = moves[variation.parent];
    line.resize((variation.parent == 0
                     ? 0
                     : line.size() - file.variations[variation.parent - 1].turns.size()) +
                variation.after);
    for (const Turn& turn : variation.turns) line.push_back(file.record.game().name(turn.move));
    std::string path;
    for (const std::string& move : line) path += move + ' ';
    for (const Note& note : variation.notes) path += '{' + note.comment + '}';
    paths.insert(path + std::to_string(variation.turns.size()));
    moves.push_back(line);
  }
  return paths;
}

void check_round_trip(const GameFile& file) {
  const std::string text = write_sgf(file);
  INFO(text);
  const GameFile read = read_sgf(text);
  CHECK(read.record.game().name() == file.record.game().name());
  CHECK(read.record.game().swap_rule() == file.record.game().swap_rule());
  CHECK(read.record.positions() == file.record.positions());
  CHECK(moves_of(read.record) == moves_of(file.record));
  CHECK(read.black_name == file.black_name);
  CHECK(read.white_name == file.white_name);
  CHECK(read.comment == file.comment);
  CHECK(read.notes == file.notes);
  CHECK(read.info == file.info);
  CHECK(paths_of(read) == paths_of(file));
}

}  // namespace

TEST_CASE("a written game reads back the same, for every game, size and swap rule") {
  std::mt19937 random(1);
  for (const GameEntry& entry : games()) {
    for (int rows = 1; rows <= 32; rows += rows < 5 ? 1 : 9) {
      for (int columns = 1; columns <= 32; columns += columns < 5 ? 1 : 9) {
        if (rows != columns && !entry.any_rectangle) continue;
        if (std::min(rows, columns) < entry.min_size) continue;
        if (std::max(rows, columns) > entry.max_size) continue;
        for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
          if (rows != columns && swap == SwapRule::pieces) continue;
          const int most = static_cast<int>(random() % 60);
          GameFile file{.record = test::random_game(make_game(entry.name, rows, columns, swap),
                                                    random, {.max_turns = most})};
          file.black_name = "Ann";
          file.white_name = "Bob";
          add_variations(file, random);
          check_round_trip(file);
        }
      }
    }
  }
}

TEST_CASE("text with brackets, backslashes and line breaks reads back the same") {
  std::mt19937 random(2);
  GameFile file{.record = test::random_game(make_game("hex", 5, 5, SwapRule::none), random,
                                            {.max_turns = 4})};
  file.black_name = "a]b\\";
  file.white_name = "[;B[a1])";
  file.comment = "two\nlines \\\\ ]";
  file.notes = {{}, {.comment = "after the second"}, {}, {.comment = "(;"}};
  file.notes[2].marks = {{"LB", "[a1:x\\]][b2:\\:]"}, {"V", "[0.5]"}};
  file.info = {{"EV", "[Olympiad \\\\]"}};
  check_round_trip(file);
}

TEST_CASE("a set-up position and moves out of turn read back the same") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 4, SwapRule::none);
  CellSet black, white;
  black.insert(game->board().at(0, 3));
  black.insert(game->board().at(4, 0));
  white.insert(game->board().at(2, 2));
  GameFile file{.record = Record(game, game->setup(black, white, Colour::white))};
  REQUIRE(file.record.play(Colour::black, *game->find_move("a1")));
  REQUIRE(file.record.play(Colour::black, *game->find_move("b1")));
  check_round_trip(file);
}

TEST_CASE("the writer names the winner of a finished game, and the reader gives it back") {
  Record record(make_game("hex", 1, 2, SwapRule::none));
  REQUIRE(record.play(*record.game().find_move("b1")));
  GameFile file{.record = record};
  CHECK(read_sgf(write_sgf(file)).result == "B+");
  file.result = "W+T";
  CHECK(read_sgf(write_sgf(file)).result == "W+T");
}

TEST_CASE("variations are read as far as they can be played, other properties are kept") {
  Omissions omissions;
  const GameFile file = read_sgf(
      "some words ( first\n(;FF[4]GM[11]SZ[5]XX[a][b]PB[Ann](;B[c3];W[b2](;B[a5]LB[a1:x]))"
      "(;B[a1];W[no move at all](;B[c3]))(;W[zz]))(;GM[1])",
      {}, omissions);
  CHECK(moves_of(file.record) == " B c3 W b2 B a5");
  CHECK(file.black_name == "Ann");
  CHECK(file.info == std::vector<SgfMark>{{"XX", "[a][b]"}});
  REQUIRE(file.notes.size() == 3);
  CHECK(file.notes[2].marks == std::vector<SgfMark>{{"LB", "[a1:x]"}});
  REQUIRE(file.variations.size() == 1);
  CHECK(file.variations[0].after == 0);
  CHECK(file.variations[0].turns.size() == 1);
  CHECK(omissions.text() == "variations that cannot be played to the end (2)");
}

TEST_CASE("a variation of a variation belongs to it, one before its first move does not") {
  // After B a1 W b1: W b2 B c2 or, instead of c2, B c3; and W b3, apart behind a node that says
  // nothing.
  const GameFile file =
      read_sgf("(;SZ[5];B[a1](;W[b1])(;W[b2](;B[c2])(;B[c3]))(;C[so](;W[b3])(;W[b4])))");
  CHECK(moves_of(file.record) == " B a1 W b1");
  REQUIRE(file.variations.size() == 4);
  const std::pair<std::size_t, std::size_t> from[] = {{0, 1}, {1, 1}, {0, 1}, {0, 1}};
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    CHECK(file.variations[i].parent == from[i].first);
    CHECK(file.variations[i].after == from[i].second);
  }
  const auto last = [&](std::size_t i) {
    return file.record.game().name(file.variations[i].turns.back().move);
  };
  CHECK(last(0) == "c2");
  CHECK(last(1) == "c3");
  CHECK(last(2) == "b3");
  CHECK(last(3) == "b4");
}

TEST_CASE("all games of a collection are read") {
  Omissions omissions;
  std::vector<GameFile> files;
  read_sgf_collection("(;SZ[5];B[a1])\n(;SZ[4:3];B[b2];W[c3])x(;GAME[y])", {}, omissions,
                      [&](GameFile file) { files.push_back(file); });
  REQUIRE(files.size() == 3);
  CHECK(moves_of(files[1].record) == " B b2 W c3");
  CHECK(files[2].record.game().name() == "y");
  CHECK(files[2].record.game().board().columns() == 13);
}

TEST_CASE("columns come before rows in SZ") {
  const GameFile file = read_sgf("(;SZ[3:5];B[a5])");
  CHECK(file.record.game().board().columns() == 3);
  CHECK(file.record.game().board().rows() == 5);
}

TEST_CASE("in Little Golem's dialect W is who begins, and joins top and bottom") {
  // Its game 1139802: Daniel Sepczuk, who is PB, begins, and resigns; RE[W] is Maciej Celuch's win.
  const GameFile file = read_sgf(
      "(;FF[4]EV[hex.ch.23.1.1]PB[Daniel Sepczuk]PW[Maciej Celuch]SZ[13]RE[W]GC[ game #1139802]"
      "SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[fh];B[ed];W[resign])");
  CHECK(moves_of(file.record) == " B m6 W swap-pieces B k10 W i5 B f8 W e4");
  const Board& board = file.record.game().board();
  CHECK(file.record.position().of(Colour::white).contains(*board.find("f13")));
  CHECK(file.black_name == "Daniel Sepczuk");
  CHECK(file.result == "W+R");
  // Read again, it is no dialect any more.
  CHECK(moves_of(read_sgf(write_sgf(file)).record) == moves_of(file.record));
  // It does not escape names: in its game 1804563 a player is called "Shumacher;]".
  const GameFile names = read_sgf(
      "(;FF[4]EV[null]PB[lazy\\player]PW[Shumacher;]]SZ[11]RE[B]GC[game #1804563]"
      "SO[https://www.littlegolem.net];W[ad];B[swap];W[eg];B[resign])");
  CHECK(names.black_name == "lazy\\player");
  CHECK(names.white_name == "Shumacher;]");
  CHECK(names.result == "B+R");
  CHECK(read_sgf("(;SZ[11];W[ad];B[eg])").record.game().swap_rule() == SwapRule::pieces);
  CHECK(read_sgf(write_sgf(names)).white_name == "Shumacher;]");
}

TEST_CASE("what other programs write is understood") {
  CHECK(read_sgf("(;SZ[5];B[c3];W[resign])").result == "B+R");
  CHECK(read_sgf("(;SZ[5]RE[W+Forfeit];B[C3])").result == "W+F");
  CHECK(read_sgf("(;;B[a1];W[Forfeit])").result == "B+F");
  CHECK(moves_of(read_sgf("(;SZ[5];Black[c3];White[swap-sides];White[a1])").record) ==
        " B c3 W swap-sides W a1");
  CHECK(moves_of(read_sgf("(;SZ[5];B[c3];W[pass];B[a1])").record) == " B c3 B a1");
  // HexGui, whose swap-pieces once was swap-sides: White goes on.
  CHECK(moves_of(read_sgf("(;AP[HexGui:0.2]SZ[5];B[c3];W[swap-pieces];W[a1];B[b2])").record) ==
        " B c3 W swap-sides W a1 B b2");
  CHECK(moves_of(read_sgf("(;SZ[5];B[c3];W[swap-pieces];B[a1])").record) ==
        " B c3 W swap-pieces B a1");
  CHECK(moves_of(read_sgf("(;SZ[5];B[c3];W[swap];W[resign])").record) == " B c3 W swap-pieces");
  // The standard's board where none is given.
  CHECK(read_sgf("(;GM[11];B[k11])").record.game().board().rows() == 11);
}

TEST_CASE("the caller's swap rule is taken where the file names none") {
  CHECK(read_sgf("(;SZ[5];B[c3])", {.swap_rule = SwapRule::sides}).record.game().swap_rule() ==
        SwapRule::sides);
  CHECK(read_sgf("(;SZ[5]RU[swap-pieces];B[c3])", {.swap_rule = SwapRule::sides})
            .record.game()
            .swap_rule() == SwapRule::pieces);
}

TEST_CASE("a file says whether there was a swap, or it is open") {
  for (const char* text : {"(;SZ[5]RU[none];B[c3])", "(;SZ[5]RU[swap-pieces];B[c3];W[a1])",
                           "(;SZ[5];B[c3];W[swap])", "(;SZ[11];W[ad];B[eg])"}) {
    CAPTURE(text);
    const GameFile file = read_sgf(text);
    CHECK(file.names_swap_rule);
    CHECK(assumed_swap_rule(file) == SwapRule::none);
    CHECK(write_sgf(file).find("RU[") != std::string::npos);
  }
  struct Case {
    const char* text;
    SwapRule assumed;
  };
  for (const Case& each :
       {Case{"(;SZ[5];B[c3];W[a1])", SwapRule::pieces},
        Case{"(;GAME[y]SZ[5];B[c3])", SwapRule::sides},
        Case{"(;SZ[5]RU[tournament];B[c3])", SwapRule::pieces},
        Case{"(;SZ[5:4];B[c3])", SwapRule::none}, Case{"(;SZ[5]AB[a1];W[c3])", SwapRule::none}}) {
    CAPTURE(each.text);
    const GameFile file = read_sgf(each.text);
    CHECK_FALSE(file.names_swap_rule);
    CHECK(assumed_swap_rule(file) == each.assumed);
    // What is not known is not written, and stays open.
    CHECK(write_sgf(file).find("RU[") == std::string::npos);
    CHECK_FALSE(read_sgf(write_sgf(file)).names_swap_rule);
  }
  CHECK(assumed_swap_rule(read_sgf("(;SZ[5];B[c3])", {.swap_rule = SwapRule::sides})) ==
        SwapRule::none);
}

TEST_CASE("files from before UTF-8 are read as Windows wrote them") {
  const GameFile file = read_sgf("(;SZ[5]PB[J\xf6rg]C[na\xefve \x96 \x80];B[a1]C[\xe9])");
  CHECK(file.black_name == "J\xc3\xb6rg");
  CHECK(file.comment == "na\xc3\xafve \xe2\x80\x93 \xe2\x82\xac");
  CHECK(file.notes.at(0).comment == "\xc3\xa9");
  // What is UTF-8 stays as it is.
  CHECK(read_sgf("(;SZ[5]PB[J\xc3\xb6rg];B[a1])").black_name == "J\xc3\xb6rg");
}

TEST_CASE("a game may be named by its title") {
  CHECK(read_sgf("(;GM[Havannah]SZ[4];W[d4])").record.game().name() == "havannah");
  CHECK(read_sgf("(;GM[Y]SZ[4];B[a1])").record.game().name() == "y");
}

TEST_CASE("an error says where, what, and how to mend it") {
  CHECK(error_of("") == "line 1, column 1: this is no SGF: it has no '(;'");
  CHECK(error_of("(;SZ[5]\n;B[c3]\n;W[c3])") == "line 3, column 4: move 2, c3: there is a stone");
  CHECK(error_of("(;SZ[5];B[f1])") ==
        "line 1, column 11: 'f1' is no cell of this board (a1 to e5)");
  CHECK(error_of("(;SZ[33];B[f1])").find("line 1, column 6: SZ[33] is no size") == 0);
  CHECK(error_of("(;SZ[5];B[a1](;W[b1]);B[c1])") == "line 1, column 22: a node behind variations");
  CHECK(error_of("(;SZ[5];B[a1]C[" + std::string(1 << 20, 'x') + "])")
            .find("line 1, column 1: a line of more than 1 MB") == 0);
  CHECK(error_of(std::string("(;SZ[5]\n\0)", 10)).find("line 2, column 1: a NUL byte") == 0);
  CHECK(error_of("(;SZ[99999999999999999999])").find("is no size") != std::string::npos);
  CHECK(error_of("(;GM[1]SZ[19])").find("line 1, column 6: GM'1' is not") == 0);
  CHECK(error_of("(;GAME[chess]SZ[8])").find("unknown game 'chess'; known: hex") !=
        std::string::npos);
  CHECK(error_of("(;SZ[5];B[a1]").find("the file ends too early") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[a1").find("column 11: a value without an end") != std::string::npos);
  CHECK(error_of("(;sz[5];B[a1])") == "line 1, column 3: a property's name has capitals, as in SZ");
  CHECK(error_of("(;SZ[5];B)").find("column 9: a property without a value") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[a1];AB[b2])").find("AB after the first move") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[resign];W[b2])").find("after the resignation") != std::string::npos);
  CHECK(error_of("(;SZ[1];B[a1];W[a1])") ==
        "line 1, column 17: move 2, a1: the game is over, Black has won");
  CHECK(error_of("(;SZ[5]RU[none];B[a1];W[swap])").find("played without swap") !=
        std::string::npos);
}

TEST_CASE("depth and number of nodes have a limit") {
  CHECK(error_of(std::string(200000, '(')) != "no error");
  const auto nested = [](int depth) {
    std::string text = "(;SZ[5];B[a1]";
    for (int i = 1; i < depth; ++i) text += "(;C[x]";
    return text + std::string(static_cast<std::size_t>(depth), ')');
  };
  CHECK(moves_of(read_sgf(nested(10'000)).record) == " B a1");
  CHECK(error_of(nested(10'001)).find("variations more than 10000 deep") != std::string::npos);
  std::string many = "(;SZ[5]";
  for (int i = 0; i < 100'000; ++i) many += ";";
  CHECK(error_of(many + ")").find("a game of more than 100000 nodes") != std::string::npos);
}

}  // namespace isthmus
