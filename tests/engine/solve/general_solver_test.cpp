#include "engine/solve/general_solver.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "tests/games/trial.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/plain_uct.hpp"
#include "tests/support/rave_uct.hpp"
#include "tests/support/small_havannah.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::better;
using test::BruteForce;
using test::random_stones;
using test::SmallHavannah;

// A game without repetition by playing everything, each position once.
class Everything {
 public:
  explicit Everything(const Game& game) : game_(game) {}

  Proof of(const Position& position) {
    if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
    const auto key = std::pair(position.stones[0].words()[0], position.stones[1].words()[0]);
    auto& known = known_[static_cast<std::size_t>(position.to_move)];
    if (const auto found = known.find(key); found != known.end()) return found->second;
    Proof best = Proof::loss;
    game_.legal_cells(position).for_each([&](Cell cell) {
      if (best == Proof::win) return;
      Position next = position;
      game_.play(next, Move(cell));
      best = better(best, reversed(of(next)));
    });
    known[key] = best;
    return best;
  }

 private:
  const Game& game_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Proof> known_[2];
};

// A game by playing all lines to their ends, whatever was there before; nothing where there are
// too many.
class AllLines {
 public:
  AllLines(const Game& game, std::int64_t limit) : game_(game), limit_(limit) {}

  std::optional<Proof> of(const Position& position) {
    left_ = limit_;
    const Proof proof = play(position);
    return left_ > 0 ? std::optional(proof) : std::nullopt;
  }

 private:
  Proof play(const Position& position) {
    if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
    Proof best = Proof::loss;
    for (CellSet cells = game_.legal_cells(position); !cells.empty() && --left_ > 0;) {
      const Cell cell = cells.first();
      cells.erase(cell);
      Position next = position;
      game_.play(next, Move(cell));
      best = better(best, reversed(play(next)));
      if (best == Proof::win) break;
    }
    return best;
  }

  const Game& game_;
  std::int64_t limit_, left_ = 0;
};

// The position after random moves, fewer where the game ends.
Position after_random_moves(const Game& game, int moves, SplitMix64& random) {
  Position position = game.start();
  while (position.moves_played < moves && position.result == Result::ongoing) {
    const std::vector<Move> legal = game.legal_moves(position);
    game.play(position, legal[random() % legal.size()]);
  }
  return position;
}

// Solves a position and each of its moves, and compares.
template <class ValueOf>
void check(const Game& game, Solver& solver, const Position& position, ValueOf value_of) {
  const Solution solution = solver.solve(position);
  const Proof expected = value_of(position);
  REQUIRE(solution.proof == expected);
  REQUIRE(!solution.line.empty());
  Position best = position;
  REQUIRE(game.is_legal(best, solution.line[0]));
  game.play(best, solution.line[0]);
  REQUIRE(reversed(value_of(best)) == expected);
  const MoveProofs moves = solver.solve_moves(position);
  REQUIRE(moves.unknown.empty());
  REQUIRE((moves.wins | moves.losses | moves.draws) == game.legal_cells(position));
  game.legal_cells(position).for_each([&](Cell cell) {
    Position next = position;
    game.play(next, Move(cell));
    const Proof proof = reversed(value_of(next));
    REQUIRE(moves.wins.contains(cell) == (proof == Proof::win));
    REQUIRE(moves.draws.contains(cell) == (proof == Proof::draw));
  });
}

}  // namespace

TEST_CASE("Hex is solved as by trying everything") {
  // All of 3 x 3; all of 3 x 4 would take 15 seconds.
  for (const auto& [rows, columns, stride] : {std::tuple{3, 3, 1}, {3, 4, 41}}) {
    const auto game = make_game("hex", rows, columns, SwapRule::none);
    const auto solver = make_general_solver(*game, {.bytes = 1 << 20});
    BruteForce brute(rows, columns);
    int count = 1, solved = 0;
    for (int i = 0; i < rows * columns; ++i) count *= 3;
    for (int code = 0; code < count; code += stride) {
      std::array<CellSet, 2> stones;
      for (int cell = 0, rest = code; rest > 0; ++cell, rest /= 3) {
        if (rest % 3 > 0) stones[rest % 3 == 1 ? 0 : 1].insert(static_cast<Cell>(cell));
      }
      for (const Colour mover : {Colour::black, Colour::white}) {
        const Position position = game->setup(stones[0], stones[1], mover);
        if (position.result != Result::ongoing) continue;
        const bool wins =
            brute.wins(BruteForce::mask(stones[0]), BruteForce::mask(stones[1]), mover, mover);
        REQUIRE(solver->solve(position).proof == (wins ? Proof::win : Proof::loss));
        ++solved;
      }
    }
    CHECK(solved > 8000);
  }
}

TEST_CASE("Rex and Y are solved as by playing everything") {
  for (const auto& [name, side] : {std::pair{"rex", 3}, {"y", 4}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    Everything everything(*game);
    // So few bytes that most is forgotten.
    const auto solver = make_general_solver(*game, {.bytes = 1 << 12});
    SplitMix64 random(1);
    for (int i = 0; i < 100; ++i) {
      const Position position = after_random_moves(*game, i % 7, random);
      if (position.result != Result::ongoing) continue;
      check(*game, *solver, position, [&](const Position& next) { return everything.of(next); });
    }
  }
  // Who begins wins on boards of an even side (Lagarias and Sleator 1999).
  for (const auto& [side, proof] : {std::pair{2, Proof::win}, {3, Proof::loss}}) {
    const auto game = make_game("rex", side, side, SwapRule::none);
    CHECK(make_solver(*game)->solve(game->start()).proof == proof);
  }
}

TEST_CASE("Havannah with three cells a side is solved as by trying everything") {
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  const auto solver = make_general_solver(*game, {});
  SmallHavannah small;
  const auto value_of = [&](const Position& position) { return small.value(*game, position); };
  // One of each kind of opening; only corners win.
  const MoveProofs openings = solver->solve_moves(game->start());
  for (const char* opening : {"c1", "d1", "c2", "c3"}) {
    Position position = game->start();
    game->play(position, *game->find_move(opening));
    const Cell cell = position.last_move.cell();
    CHECK(openings.wins.contains(cell) == (value_of(position) == Proof::loss));
    CHECK(openings.losses.contains(cell) == (value_of(position) == Proof::win));
  }
  CHECK(openings.wins.size() == 6);
  CHECK(openings.losses.size() == 13);
  SplitMix64 random(2);
  for (int i = 0; i < 300; ++i) {
    const Position position = after_random_moves(*game, 6 + i % 12, random);
    if (position.result == Result::ongoing) check(*game, *solver, position, value_of);
  }
}

TEST_CASE("games in which no position may come again are solved as by playing all lines") {
  std::vector<std::unique_ptr<const Game>> games;
  games.push_back(std::make_unique<Trial>(3, SwapRule::none));
  for (const char* name : {"gonnect", "gonnect-repetition-loses"}) {
    games.push_back(make_game(name, 3, 3, SwapRule::none));
    games.push_back(make_game(name, 4, 4, SwapRule::none));
  }
  for (const auto& game : games) {
    CAPTURE(game->name());
    AllLines lines(*game, 3000);
    const auto lasting = make_general_solver(*game, {.bytes = 1 << 20});
    const auto forgetful = make_general_solver(*game, {.bytes = 1 << 11});
    SplitMix64 random(3);
    int solved = 0, draws = 0;
    for (int i = 0; i < test::fewer_if_sanitized(800, 4); ++i) {
      // Some that begin with a crowded board, where stones are taken and come again.
      Position position = i % 2 == 0 ? after_random_moves(*game, i % 24, random)
                                     : random_stones(game->board(), 2 + i % 5, random);
      if (i % 2 == 1) {
        position = game->setup(position.stones[0], position.stones[1], position.to_move);
      }
      if (position.result != Result::ongoing) continue;
      const auto expected = lines.of(position);
      if (!expected) continue;
      REQUIRE(lasting->solve(position).proof == *expected);
      REQUIRE(forgetful->solve(position).proof == *expected);
      REQUIRE(make_general_solver(*game, {.bytes = 1 << 12})->solve(position).proof == *expected);
      ++solved;
      draws += *expected == Proof::draw;
    }
    CHECK(solved > test::fewer_if_sanitized(200, 6));
    CHECK((draws > test::fewer_if_sanitized(100, 4)) == (game == games.front()));
  }
}

TEST_CASE("who is said to win goes on to win against any play") {
  const auto game = make_game("gonnect", 4, 4, SwapRule::none);
  SplitMix64 random(4);
  int wins = 0;
  constexpr int kGames = test::fewer_if_sanitized(20, 3);
  for (int i = 0; i < kGames; ++i) {
    Position position = after_random_moves(*game, 3 + i % 2, random);
    const auto solver = make_general_solver(*game, {.bytes = 1 << 20});
    const Solution solution = solver->solve(position);
    REQUIRE(solution.proof != Proof::unknown);
    const Colour winner =
        solution.proof == Proof::win ? position.to_move : opponent(position.to_move);
    while (position.result == Result::ongoing) {
      const std::vector<Move> moves = game->legal_moves(position);
      Move move = moves[random() % moves.size()];
      if (position.to_move == winner) {
        const Solution next = solver->solve(position);
        REQUIRE(next.proof == Proof::win);
        move = next.line[0];
      }
      game->play(position, move);
    }
    wins += position.result == win_for(winner);
  }
  CHECK(wins == kGames);
}

TEST_CASE("the opponents to measure with, UCT plain and with RAVE, find moves that win") {
  SplitMix64 random(7);
  int found = 0, found_by_rave = 0, positions = 0, wins = 0, moves = 0;
  for (const auto& game :
       {make_game("havannah", 3, 3, SwapRule::none), make_game("gonnect", 4, 4, SwapRule::none)}) {
    for (int i = 0; i < test::fewer_if_sanitized(10, 5); ++i) {
      const Position position = after_random_moves(*game, 2 + i % 2, random);
      const MoveProofs proofs =
          make_general_solver(*game, {.bytes = 1 << 20})->solve_moves(position);
      if (proofs.wins.empty() || proofs.losses.empty()) continue;
      const std::uint64_t seed = random();
      const Move move =
          test::PlainUct(*game, 0.5, seed).best_move(position, [](std::size_t playouts) {
            return playouts < 20000;
          });
      found += proofs.wins.contains(move.cell());
      const Move by_rave =
          test::RaveUct(*game, 0.1, 1000, seed).best_move(position, [](std::size_t playouts) {
            return playouts < 20000;
          });
      found_by_rave += proofs.wins.contains(by_rave.cell());
      ++positions;
      wins += proofs.wins.size();
      moves += (proofs.wins | proofs.losses).size();
    }
  }
  CHECK(positions >= test::fewer_if_sanitized(10, 5));
  CHECK(wins < moves);
  CHECK(found >= positions - 1);
  CHECK(found_by_rave >= positions - 1);
}

TEST_CASE("limits and stops leave a position unknown") {
  const auto game = make_game("gonnect", 7, 7, SwapRule::none);
  const auto solver = make_solver(*game, {.bytes = 1 << 20});
  const Solution few = solver->solve(game->start(), {.nodes = 20});
  CHECK(few.proof == Proof::unknown);
  CHECK(few.nodes == 20);
  CHECK(few.line.empty());
  CHECK(few.carrier.empty());
  CHECK(solver->solve(game->start(), {.seconds = 0.05}).proof == Proof::unknown);
  std::stop_source stop;
  stop.request_stop();
  CHECK(solver->solve(game->start(), {}, stop.get_token()).proof == Proof::unknown);
  const MoveProofs proofs = solver->solve_moves(game->start(), {.nodes = 50});
  CHECK((proofs.wins | proofs.losses | proofs.unknown) == game->board().cells());
  CHECK(!proofs.unknown.empty());
}

}  // namespace isthmus
