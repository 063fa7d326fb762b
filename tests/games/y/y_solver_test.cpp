#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/carrier.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/hex/hex_solver.hpp"
#include "games/hex/inferior_cells.hpp"
#include "games/y/y.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/play_out.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

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

Position with_stones(Position position, const HexStones<1>& stones) {
  for (std::size_t colour : {0U, 1U}) {
    position.stones[colour] = stones.of[colour].resized<kMaxCells / 64>();
  }
  return position;
}

// Holds all that solvers say of positions against playing everything: one with all its pieces, and
// one each that lacks one.
class Claims {
 public:
  explicit Claims(const Y& game) : game_(game), played_(y_played(game)) {
    const auto add = [&](const HexPieces& pieces, const ConnectionLimits& limits) {
      solvers_.push_back(make_hex_solver(game.board(), {.bytes = 1 << 20}, limits, pieces));
    };
    add({}, {});
    add({.fills_in = false}, {});
    add({.leaves_vulnerable = false}, {});
    add({.prunes_by_carriers = false}, {});
    add({.recalls_wins = false}, {});
    add({}, {.steps = 0});
    add({.recalls_wins = false}, {.full = 1, .semi = 2});
  }

  void check(const Position& position) {
    if (position.result != Result::ongoing) return;
    const Colour winner = played_.winner(position);
    for (const auto& solver : solvers_) {
      const Solution solution = solver->solve(position);
      const bool wins = winner == position.to_move;
      REQUIRE(solution.proof == (wins ? Proof::win : Proof::loss));
      const Position tested = with_all_but(game_, position, solution.carrier, opponent(winner));
      if (tested.result == Result::ongoing) {
        REQUIRE(played_.winner(tested) == winner);
      } else {
        REQUIRE(tested.result == win_for(winner));
      }
      if (!wins) continue;
      REQUIRE(!solution.line.empty());
      REQUIRE(played_.winner_after(position, solution.line.front().cell()) == winner);
    }
    ++checked;
  }

  int checked = 0;

 private:
  const Y& game_;
  PlayOut played_;
  std::vector<std::unique_ptr<Solver>> solvers_;
};

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

TEST_CASE("what the solver says of Y holds: positions of small boards") {
  for (const int side : {1, 2, 3, 4}) {
    const Y game(side, SwapRule::none);
    Claims claims(game);
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
        claims.check(game.setup(stones[0], stones[1], mover));
      }
    }
    if (side == 4) CHECK(claims.checked > 10000);
  }
}

TEST_CASE("what the solver says of Y holds: some positions of larger boards") {
  const Y game(5, SwapRule::none);
  Claims claims(game);
  SplitMix64 random(51);
  for (int i = 0; i < test::fewer_if_sanitized(3000, 4); ++i) {
    const int empty = 4 + static_cast<int>(random() % 10);
    const Position position = test::random_stones(game.board(), empty, random);
    claims.check(game.setup(position.stones[0], position.stones[1], position.to_move));
  }
  CHECK(claims.checked > test::fewer_if_sanitized(1000, 4));
}

TEST_CASE("cells that are filled in change no winner of Y") {
  const Y game(5, SwapRule::none);
  const HexBoard<1> board(game.board());
  PlayOut played = y_played(game);
  SplitMix64 random(53);
  int dead = 0, captured = 0, vulnerable_ones = 0;
  for (int i = 0; i < test::fewer_if_sanitized(3000, 4); ++i) {
    Position position =
        test::random_stones(game.board(), 4 + static_cast<int>(random() % 9), random);
    position = game.setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    const FilledBoard<1> filled = fill_in(board, stones_of<1>(position));
    const Position after = with_stones(position, filled.stones);
    dead += filled.dead.size();
    captured += filled.captured[0].size() + filled.captured[1].size();
    const Colour winner = played.winner(position);
    for (const bool are_black : {true, false}) {
      HexStones<1> stones = filled.stones;
      if (!are_black) {
        stones[Colour::black] = stones[Colour::black] - filled.dead;
        stones[Colour::white] = stones[Colour::white] | filled.dead;
      }
      const Position with_dead = with_stones(position, stones);
      const bool is_decided =
          joins_edges(5, PlayOut::mask(with_dead.stones[static_cast<std::size_t>(winner)])) ||
          !played.is_over(with_dead);
      REQUIRE(is_decided);
      if (!played.is_over(with_dead)) REQUIRE(played.winner(with_dead) == winner);
    }
    if (played.is_over(after)) continue;
    CellSet left = game.board().cells() - after.occupied();
    for (const VulnerableCell& vulnerable :
         vulnerable_cells(board, filled.stones, position.to_move)) {
      left.erase(vulnerable.cell);
      ++vulnerable_ones;
    }
    bool has_win = false;
    left.for_each([&](Cell cell) {
      has_win = has_win || played.winner_after(after, cell) == position.to_move;
    });
    REQUIRE(has_win == (winner == position.to_move));
  }
  CHECK(dead > test::fewer_if_sanitized(500, 4));
  CHECK(captured > test::fewer_if_sanitized(1000, 4));
  CHECK(vulnerable_ones > test::fewer_if_sanitized(100, 4));
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

TEST_CASE("Y is solved as by its rules alone") {
  const Y game(5, SwapRule::none);
  const auto plain = make_general_solver(game, {.bytes = 1 << 22});
  const auto solver = make_solver(game, {.bytes = 1 << 22}),
             forgetful = make_solver(game, {.bytes = 1 << 11});
  SplitMix64 random(52);
  int solved = 0;
  for (int i = 0; i < test::fewer_if_sanitized(100, 3); ++i) {
    Position position = test::random_stones(game.board(), 9 + i % 4, random);
    position = game.setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    const CellSet wins = plain->solve_moves(position).wins;
    for (Solver* each : {solver.get(), forgetful.get()}) {
      const MoveProofs moves = each->solve_moves(position);
      REQUIRE(moves.unknown.empty());
      REQUIRE(moves.wins == wins);
      const Solution solution = each->solve(position);
      REQUIRE(solution.proof == (wins.empty() ? Proof::loss : Proof::win));
      Position next = position;
      for (const Move move : solution.line) {
        REQUIRE(game.is_legal(next, move));
        game.play(next, move);
      }
      if (!wins.empty()) REQUIRE(wins.contains(solution.line[0].cell()));
    }
    ++solved;
  }
  CHECK(solved > test::fewer_if_sanitized(50, 3));
}

}  // namespace isthmus
