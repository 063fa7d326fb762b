#include "games/rex/rex_knowledge.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/rex/rex.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/knowledge_check.hpp"
#include "tests/support/play_out.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::KnowledgeCounts;
using test::PlayOut;

PlayOut rex_played(int rows, int columns) {
  const BruteForce brute(rows, columns);
  return PlayOut(
      brute.all(),
      [brute](BruteForce::Mask stones, Colour colour) { return brute.has_won(stones, colour); },
      false);
}

// All, each left out, and none.
constexpr std::array<RexReasons, 6> kReasons{{
    {},
    {.mirrors = false},
    {.links = false},
    {.stone_more = false},
    {.replies = false},
    {.mirrors = false, .links = false, .stone_more = false, .replies = false},
}};

}  // namespace

TEST_CASE("what is known of Rex changes no winner: all positions of small boards") {
  for (const auto& [rows, columns] : {std::pair{1, 3}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}}) {
    const Rex game(rows, columns, SwapRule::none);
    PlayOut played = rex_played(rows, columns);
    int codes = 1;
    for (int i = 0; i < rows * columns; ++i) codes *= 3;
    for (const RexReasons& reasons : kReasons) {
      const auto knowledge = make_rex_knowledge(game, reasons);
      KnowledgeCounts counts;
      for (int code = 0; code < codes; ++code) {
        std::array<CellSet, 2> stones;
        for (int cell = 0, rest = code; rest > 0; ++cell, rest /= 3) {
          if (rest % 3 > 0) stones[rest % 3 == 1 ? 0 : 1].insert(static_cast<Cell>(cell));
        }
        for (const Colour mover : {Colour::black, Colour::white}) {
          const Position position = game.setup(stones[0], stones[1], mover);
          if (position.result != Result::ongoing) continue;
          check_knowledge(game, *knowledge, played, position, counts);
        }
      }
      if (rows != 3 || columns != 3) continue;
      CHECK(counts.positions > 15000);
      if (reasons.links) CHECK(counts.decided > 5000);
      if (reasons.links || reasons.replies) continue;
      CHECK(counts.filled > 100);
      CHECK(counts.left_out > 100);
    }
  }
}

TEST_CASE("what is known of Rex changes no winner: some of larger boards") {
  SplitMix64 random(41);
  std::array<KnowledgeCounts, kReasons.size()> counts{};
  for (const auto& [rows, columns] : {std::pair{3, 4}, {4, 3}, {4, 4}, {4, 5}, {5, 5}}) {
    const Rex game(rows, columns, SwapRule::none);
    std::vector<std::unique_ptr<Knowledge>> knowledge;
    for (const RexReasons& reasons : kReasons) {
      knowledge.push_back(make_rex_knowledge(game, reasons));
    }
    for (int i = 0; i < 400; ++i) {
      PlayOut played = rex_played(rows, columns);
      const int empty = 1 + static_cast<int>(random() % (i < 40 ? 12 : 10));
      Position position = test::random_stones(game.board(), empty, random);
      position = game.setup(position.stones[0], position.stones[1], position.to_move);
      if (position.result != Result::ongoing) continue;
      for (std::size_t reasons = 0; reasons < kReasons.size(); ++reasons) {
        check_knowledge(game, *knowledge[reasons], played, position, counts[reasons]);
      }
    }
  }
  for (const KnowledgeCounts& of_reasons : counts) {
    CHECK(of_reasons.positions > 500);
    CHECK(of_reasons.decided > 100);
    CHECK(of_reasons.filled > 20);
    CHECK(of_reasons.left_out > 50);
  }
}

TEST_CASE("a stone of the opponent's in the place of an own one never harms, nor does tempo") {
  // What games/rex/rex_knowledge.hpp builds upon, on all positions of 3 x 3.
  PlayOut played = rex_played(3, 3);
  const Rex game(3, 3, SwapRule::none);
  int exchanged = 0, tempi = 0;
  for (int code = 0; code < 19683; ++code) {
    std::array<CellSet, 2> stones;
    for (int cell = 0, rest = code; rest > 0; ++cell, rest /= 3) {
      if (rest % 3 > 0) stones[rest % 3 == 1 ? 0 : 1].insert(static_cast<Cell>(cell));
    }
    const CellSet empty = game.board().cells() - (stones[0] | stones[1]);
    if (empty.empty()) continue;
    Position position = game.setup(stones[0], stones[1], Colour::black);
    if (position.result != Result::ongoing) continue;
    const Colour winner = played.winner(position);
    Position other = position;
    other.to_move = Colour::white;
    const bool is_even = empty.size() % 2 == 0;
    if (is_even && played.winner(other) == Colour::black) {
      CHECK(winner == Colour::black);
      ++tempi;
    }
    if (!is_even && winner == Colour::black) {
      CHECK(played.winner(other) == Colour::black);
      ++tempi;
    }
    if (winner == Colour::black) {
      stones[0].for_each([&](Cell from) {
        empty.for_each([&](Cell to) {
          Position changed = position;
          changed.stones[0].erase(from);
          changed.stones[1].insert(to);
          if (played.is_over(changed)) return;  // White has joined its edges, and lost
          CHECK(played.winner(changed) == Colour::black);
          ++exchanged;
        });
      });
    }
  }
  CHECK(exchanged > 1000);
  CHECK(tempi > 1000);
}

TEST_CASE("Rex is won by who begins on boards of an even side, and else by the other") {
  // Lagarias and Sleator, "Who wins misère Hex?", 1999.
  for (const int side : {2, 3, 4, 5}) {
    const Rex game(side, side, SwapRule::none);
    const auto solver = make_solver(game);
    CHECK(solver->solve(game.start()).proof == (side % 2 == 0 ? Proof::win : Proof::loss));
    const MoveProofs openings = solver->solve_moves(game.start());
    CHECK(openings.unknown.empty());
    CHECK(openings.wins.empty() == (side % 2 == 1));
    // The acute corners win where the side is even (Evans, "A winning opening in reverse Hex",
    // 1974).
    const Board& board = game.board();
    for (const Cell corner : {board.at(0, 0), board.at(side - 1, side - 1)}) {
      CHECK(openings.wins.contains(corner) == (side % 2 == 0));
    }
  }
}

TEST_CASE("Rex is solved as without knowledge") {
  const Rex game(4, 4, SwapRule::none);
  const auto plain = make_general_solver(game, {.bytes = 1 << 22});
  const auto solver = make_solver(game, {.bytes = 1 << 22}),
             forgetful = make_solver(game, {.bytes = 1 << 11});
  SplitMix64 random(42);
  int solved = 0;
  for (int i = 0; i < test::fewer_if_sanitized(60, 3); ++i) {
    Position position = test::random_stones(game.board(), 8 + i % 3, random);
    position = game.setup(position.stones[0], position.stones[1], position.to_move);
    if (position.result != Result::ongoing) continue;
    test::check_solvers(game, *plain, std::array{solver.get(), forgetful.get()}, position);
    ++solved;
  }
  CHECK(solved > test::fewer_if_sanitized(20, 3));
}

}  // namespace isthmus
