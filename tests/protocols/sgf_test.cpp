#include "protocols/sgf.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"

namespace isthmus {

namespace {

std::string moves_of(const Record& record) {
  std::string text;
  for (const Turn& turn : record.turns()) {
    text += (turn.colour == Colour::black ? " B " : " W ") + record.game().name(turn.move);
  }
  return text;
}

std::string error_of(const std::string& text) {
  try {
    read_sgf(text);
  } catch (const SgfError& error) {
    return error.what();
  }
  return "no error";
}

// Plays random legal moves until the game is over or `most` turns are made.
Record random_game(const std::string& name, int rows, int columns, SwapRule swap, int most,
                   std::mt19937& random) {
  Record record(make_game(name, rows, columns, swap));
  while (static_cast<int>(record.turns().size()) < most) {
    std::vector<Move> moves = record.game().legal_moves(record.position());
    if (moves.empty()) break;
    // The swap comes last in the list; take it half of the time.
    const bool swap_now = moves.back().is_swap() && random() % 2 == 0;
    REQUIRE(record.play(swap_now ? moves.back() : moves[random() % moves.size()]));
  }
  return record;
}

void check_round_trip(const SgfGame& file) {
  const std::string text = write_sgf(file);
  INFO(text);
  const SgfGame read = read_sgf(text);
  CHECK(read.record.game().name() == file.record.game().name());
  CHECK(read.record.game().swap_rule() == file.record.game().swap_rule());
  CHECK(read.record.positions() == file.record.positions());
  CHECK(moves_of(read.record) == moves_of(file.record));
  CHECK(read.black_name == file.black_name);
  CHECK(read.white_name == file.white_name);
  CHECK(read.comment == file.comment);
  CHECK(read.comments == file.comments);
}

}  // namespace

TEST_CASE("a written game reads back the same, for every game, size and swap rule") {
  std::mt19937 random(1);
  for (const GameEntry& entry : games()) {
    for (int rows = 1; rows <= 32; rows += rows < 5 ? 1 : 9) {
      for (int columns = 1; columns <= 32; columns += columns < 5 ? 1 : 9) {
        if (rows != columns && !entry.any_rectangle) continue;
        for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
          if (rows != columns && swap == SwapRule::pieces) continue;
          const int most = static_cast<int>(random() % 60);
          check_round_trip({random_game(std::string(entry.name), rows, columns, swap, most, random),
                            "Ann", "Bob"});
        }
      }
    }
  }
}

TEST_CASE("text with brackets, backslashes and line breaks reads back the same") {
  std::mt19937 random(2);
  SgfGame file{random_game("hex", 5, 5, SwapRule::none, 4, random), "a]b\\", "[;B[a1])"};
  file.comment = "two\nlines \\\\ ]";
  file.comments = {"", "after the second", "", "(;"};
  check_round_trip(file);
}

TEST_CASE("a set-up position and moves out of turn read back the same") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 4, SwapRule::none);
  CellSet black, white;
  black.insert(game->board().at(0, 3));
  black.insert(game->board().at(4, 0));
  white.insert(game->board().at(2, 2));
  SgfGame file{Record(game, game->setup(black, white, Colour::white)), "", ""};
  REQUIRE(file.record.play(Colour::black, *game->find_move("a1")));
  REQUIRE(file.record.play(Colour::black, *game->find_move("b1")));
  check_round_trip(file);
}

TEST_CASE("the writer names the winner of a finished game, and the reader gives it back") {
  Record record(make_game("hex", 1, 2, SwapRule::none));
  REQUIRE(record.play(*record.game().find_move("b1")));
  CHECK(read_sgf(write_sgf({record, "", ""})).result == "B+");
  CHECK(read_sgf(write_sgf({record, "", "", "W+T"})).result == "W+T");
}

TEST_CASE("just the main line is read, variations and unknown properties are passed over") {
  const SgfGame file = read_sgf(
      "some words ( first\n(;FF[4]GM[11]SZ[5]XX[a][b]PB[Ann](;B[c3];W[b2](;B[a5]LB[a1:x]))"
      "(;B[a1];W[no move at all](;B[c3]))(;W[zz]))(;GM[1])");
  CHECK(moves_of(file.record) == " B c3 W b2 B a5");
  CHECK(file.black_name == "Ann");
}

TEST_CASE("columns come before rows in SZ") {
  const SgfGame file = read_sgf("(;SZ[3:5];B[a5])");
  CHECK(file.record.game().board().columns() == 3);
  CHECK(file.record.game().board().rows() == 5);
}

TEST_CASE("what servers write is understood") {
  // Little Golem: White begins, cells are two letters, a swap is called swap.
  const SgfGame file =
      read_sgf("(;FF[4]EV[hex]PB[Ann]PW[Bob]SZ[13]RE[W];W[ca];B[swap];W[gg];B[resign])");
  CHECK(moves_of(file.record) == " W c1 B swap-pieces W g7");
  CHECK(file.record.position().of(Colour::black).contains(file.record.game().board().at(2, 0)));
  CHECK(file.result == "W");
  CHECK(read_sgf("(;SZ[5];B[c3];W[resign])").result == "B+R");
  CHECK(moves_of(read_sgf("(;SZ[5];Black[c3];White[swap-sides];White[a1])").record) ==
        " B c3 W swap-sides W a1");
}

TEST_CASE("the caller's swap rule is taken where the file tells none") {
  CHECK(read_sgf("(;SZ[5];B[c3])", SwapRule::sides).record.game().swap_rule() == SwapRule::sides);
  CHECK(read_sgf("(;SZ[5]RU[swap-pieces];B[c3])", SwapRule::sides).record.game().swap_rule() ==
        SwapRule::pieces);
}

TEST_CASE("an error says where, what, and how to mend it") {
  CHECK(error_of("") == "line 1, column 1: this is no SGF: it has no '(;'");
  CHECK(error_of("(;SZ[5]\n;B[c3]\n;W[c3])") == "line 3, column 4: move 2, c3: there is a stone");
  CHECK(error_of("(;SZ[5];B[f1])") ==
        "line 1, column 11: 'f1' is no cell of this board (a1 to e5)");
  CHECK(error_of("(;SZ[33];B[f1])").find("line 1, column 6: SZ[33] is no size") == 0);
  CHECK(error_of("(;B[f1])").find("add SZ[11]") != std::string::npos);
  CHECK(error_of("(;GM[1]SZ[19])").find("line 1, column 6: GM'1' is not") == 0);
  CHECK(error_of("(;GAME[chess]SZ[8])").find("unknown game 'chess'; known: hex") !=
        std::string::npos);
  CHECK(error_of("(;SZ[5];B[pass])") == "line 1, column 11: pass: hex has no passes");
  CHECK(error_of("(;SZ[5];B[a1]").find("the file ends too early") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[a1").find("column 11: a value without an end") != std::string::npos);
  CHECK(error_of("(;SZ[5];B)").find("column 9: a property without a value") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[a1];AB[b2])").find("AB after the first move") != std::string::npos);
  CHECK(error_of("(;SZ[5];B[resign];W[b2])").find("after the resignation") != std::string::npos);
  CHECK(error_of("(;SZ[1];B[a1];W[a1])") ==
        "line 1, column 17: move 2, a1: the game is over, Black has won");
  CHECK(error_of("(;SZ[5]RU[none];B[a1];W[swap])").find("played without swap") !=
        std::string::npos);
}

TEST_CASE("depth does not matter") {
  const std::string open(200000, '(');
  std::string text = "(;SZ[5];B[a1]";
  for (int i = 0; i < 100000; ++i) text += "(;C[x]";
  CHECK(moves_of(read_sgf(text + std::string(100001, ')')).record) == " B a1");
  CHECK(error_of(open) != "no error");
}

}  // namespace isthmus
