#include "games/y/y_knowledge.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/hex/hex.hpp"
#include "games/y/y.hpp"
#include "games/y/y_connections.hpp"
#include "tests/support/knowledge_check.hpp"
#include "tests/support/play_out.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::KnowledgeCounts;
using test::PlayOut;
using Mask = PlayOut::Mask;

// Whether stones on a triangle join all three edges, from nothing but coordinates.
bool joins_edges(int side, Mask stones) {
  const auto bit = [&](int row, int column) {
    const bool is_cell = row >= 0 && column >= 0 && row + column < side;
    return is_cell ? Mask{1} << (row * side + column) : Mask{0};
  };
  // Grown from each stone at the first edge.
  for (int start = 0; start < side; ++start) {
    Mask reached = stones & bit(0, start);
    for (Mask before = 0; before != reached;) {
      before = reached;
      for (int r = 0; r < side; ++r) {
        for (int c = 0; r + c < side; ++c) {
          if ((before & bit(r, c)) == 0) continue;
          reached |= stones & (bit(r, c - 1) | bit(r, c + 1) | bit(r - 1, c) | bit(r - 1, c + 1) |
                               bit(r + 1, c) | bit(r + 1, c - 1));
        }
      }
    }
    bool is_left = false, is_long = false;
    for (int i = 0; i < side; ++i) {
      is_left = is_left || (reached & bit(i, 0)) != 0;
      is_long = is_long || (reached & bit(i, side - 1 - i)) != 0;
    }
    if (is_left && is_long) return true;
  }
  return false;
}

PlayOut y_played(const Y& game) {
  const int side = game.board().rows();
  return PlayOut(
      PlayOut::mask(game.board().cells()),
      [side](Mask stones, Colour) { return joins_edges(side, stones); }, true);
}

// Who wins after each opening, row by row.
std::string openings(int side) {
  const Y game(side, SwapRule::none);
  const MoveProofs proofs = make_solver(game)->solve_moves(game.start());
  std::string text;
  game.board().cells().for_each([&](Cell cell) {
    text += proofs.wins.contains(cell) ? 'B' : proofs.losses.contains(cell) ? '.' : '?';
    if (game.board().row(cell) + game.board().column(cell) == side - 1) text += '/';
  });
  return text;
}

}  // namespace

TEST_CASE("what is known of Y changes no winner: all positions of small boards") {
  for (const int side : {1, 2, 3, 4}) {
    const Y game(side, SwapRule::none);
    const auto knowledge = game.knowledge();
    PlayOut played = y_played(game);
    KnowledgeCounts counts;
    int codes = 1;
    for (int i = 0; i < game.board().cell_count(); ++i) codes *= 3;
    for (int code = 0; code < codes; code += side < 4 ? 1 : 7) {
      std::array<CellSet, 2> stones;
      int rest = code;
      game.board().cells().for_each([&](Cell cell) {
        if (rest % 3 > 0) stones[rest % 3 == 1 ? 0 : 1].insert(cell);
        rest /= 3;
      });
      for (const Colour mover : {Colour::black, Colour::white}) {
        const Position position = game.setup(stones[0], stones[1], mover);
        if (position.result != Result::ongoing) continue;
        check_knowledge(game, *knowledge, played, position, counts);
      }
    }
    if (side == 4) {
      CHECK(counts.positions > 10000);
      CHECK(counts.decided > 5000);
    }
  }
}

TEST_CASE("what is known of Y changes no winner: some of larger boards") {
  SplitMix64 random(51);
  KnowledgeCounts counts;
  const Y game(5, SwapRule::none);
  const auto knowledge = game.knowledge();
  PlayOut played = y_played(game);
  for (int i = 0; i < 1500; ++i) {
    const int empty = 4 + static_cast<int>(random() % 10);
    Position position = test::random_stones(game.board(), empty, random);
    position = game.setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    check_knowledge(game, *knowledge, played, position, counts);
  }
  CHECK(counts.positions > 500);
  CHECK(counts.decided > 300);
  CHECK(counts.left_out > 20);
}

TEST_CASE("the openings of Y are those of playing everything") {
  for (const int side : {2, 3, 4}) {
    const Y game(side, SwapRule::none);
    PlayOut played = y_played(game);
    std::string text;
    game.board().cells().for_each([&](Cell cell) {
      text += played.winner_after(game.start(), cell) == Colour::black ? 'B' : '.';
      if (game.board().row(cell) + game.board().column(cell) == side - 1) text += '/';
    });
    CHECK(openings(side) == text);
  }
  // HexWiki, "Where to swap (y)".
  CHECK(openings(5) == "...../.BB./.B./.././");
  CHECK(openings(6) == "....../..B../.BB./.../.././");
  CHECK(openings(7) == "......./.BBBB./.BBB./.BB./.B./.././");
  CHECK(openings(8) == "......../..B.B../.BBBB./..B../.BB./.../.././");
}

TEST_CASE("connections of Y take triangles whose cells they have the bits for") {
  CHECK_NOTHROW(YConnections<1>(Y(8, SwapRule::none).board()));
  CHECK_THROWS_AS(YConnections<1>(Y(9, SwapRule::none).board()), std::invalid_argument);
  CHECK_NOTHROW(YConnections<2>(Y(9, SwapRule::none).board()));
  CHECK_THROWS_AS(YConnections<2>(Hex(5, 5, SwapRule::none).board()), std::invalid_argument);
}

TEST_CASE("Y is solved as without knowledge") {
  const Y game(5, SwapRule::none);
  const auto plain = make_general_solver(game, {.bytes = 1 << 22});
  const auto solver = make_solver(game, {.bytes = 1 << 22}),
             forgetful = make_solver(game, {.bytes = 1 << 11});
  SplitMix64 random(52);
  int solved = 0;
  for (int i = 0; i < 100; ++i) {
    Position position = test::random_stones(game.board(), 9 + i % 4, random);
    position = game.setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    test::check_solvers(game, *plain, std::array{solver.get(), forgetful.get()}, position);
    ++solved;
  }
  CHECK(solved > 50);
}

}  // namespace isthmus
