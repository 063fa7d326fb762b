// Havannah's solver and what it is made of, against the rules and against trying everything.

#include "games/havannah/havannah_solver.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/havannah/shape_chains.hpp"
#include "games/havannah/threat_search.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/small_havannah.hpp"
#include "tests/support/solver_table.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::better;
using test::SmallHavannah;

constexpr std::array<Colour, 2> kColours{Colour::black, Colour::white};

ShapeChains chains_of(const ShapeBoard& board, const CellSet& stones) {
  ShapeChains chains;
  stones.for_each([&](Cell cell) { chains = ShapeChains(board, chains, board.bit(cell)); });
  return chains;
}

// The cells with which a colour would have a shape at once, by the rules.
CellSet winning_cells(const Game& game, Position position, Colour colour) {
  position.to_move = colour;
  CellSet wins;
  game.legal_cells(position).for_each([&](Cell cell) {
    Position next = position;
    game.play(next, Move(cell));
    if (next.result == win_for(colour)) wins.insert(cell);
  });
  return wins;
}

// All pieces, and all but one of them.
std::vector<HavannahPieces> pieces_to_try() {
  return {{},
          {.wins_by_threats = false},
          {.keeps_from_threats = false},
          {.tries_answers = false},
          {.sees_draws = false},
          {.joins_symmetric = false}};
}

// An unfinished position of stones at random, as many of each colour or one more; now and then the
// other side is to move.
Position random_unfinished(const Game& game, int stones, SplitMix64& random) {
  while (true) {
    std::vector<Cell> cells;
    game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
    std::array<CellSet, 2> of;
    for (std::size_t i = 0; i < static_cast<std::size_t>(stones); ++i) {
      std::swap(cells[i], cells[i + random() % (cells.size() - i)]);
      of[i % 2].insert(cells[i]);
    }
    const bool is_black = (stones % 2 == 0) != (random() % 8 == 0);
    const Position position = game.setup(of[0], of[1], is_black ? Colour::black : Colour::white);
    if (position.result == Result::ongoing) return position;
  }
}

// Whether a solver says this of a position, with a line of moves that keep it; where that is a
// draw, the other side may do worse.
template <class ValueOf>
void check(const Game& game, Solver& solver, const Position& position, ValueOf value_of) {
  const Solution solution = solver.solve(position);
  const Proof expected = value_of(position);
  REQUIRE(solution.proof == expected);
  REQUIRE(!solution.line.empty());
  Position next = position;
  for (const Move move : solution.line) {
    REQUIRE(game.is_legal(next, move));
    game.play(next, move);
    const Proof proof =
        next.to_move == position.to_move ? value_of(next) : reversed(value_of(next));
    const bool is_error = expected == Proof::draw && next.moves_played > position.moves_played + 1;
    REQUIRE((proof == expected || (is_error && proof == Proof::win)));
  }
}

Position played(const Game& game, const std::string& moves) {
  Position position = game.start();
  for (std::size_t i = 0; i < moves.size(); i += 3) {
    game.play(position, *game.find_move(moves.substr(i, 2)));
  }
  return position;
}

}  // namespace

TEST_CASE("chains of Havannah win with the cells that the rules say") {
  SplitMix64 random(1);
  int wins = 0;
  for (int side = 1; side <= kMaxShapeSide; ++side) {
    const Havannah game(side, SwapRule::none);
    const ShapeBoard board(game.board());
    REQUIRE(board.cells(board.cells()) == game.board().cells());
    for (int i = 0; i < test::fewer_if_sanitized(150, 5); ++i) {
      Position position = game.start();
      while (position.result == Result::ongoing) {
        const ShapeBits empty = board.bits(game.board().cells() - position.occupied());
        for (const Colour colour : kColours) {
          const ShapeChains chains = chains_of(board, position.of(colour));
          const CellSet winning = winning_cells(game, position, colour);
          wins += winning.size();
          REQUIRE(board.cells(chains.winning(board, empty)) == winning);
          REQUIRE_FALSE(board.has_shape(chains.stones()));
          game.legal_cells(position).for_each([&](Cell cell) {
            const ShapeBits bit = shape_bit(board.bit(cell));
            REQUIRE(board.has_shape(chains.stones() | bit) == winning.contains(cell));
            if (!winning.empty()) return;
            Position next = position;
            next.of(colour).insert(cell);
            REQUIRE(board.cells(chains.winning_after(board, board.bit(cell), empty & ~bit)) ==
                    winning_cells(game, next, colour));
          });
        }
        const std::vector<Move> moves = game.legal_moves(position);
        game.play(position, moves[random() % moves.size()]);
      }
    }
  }
  CHECK(wins > test::fewer_if_sanitized(2000, 5));
}

TEST_CASE("a win by threats is one, also against the stones that it is said to stand") {
  const Havannah game(3, SwapRule::none);
  const ShapeBoard board(game.board());
  SmallHavannah small;
  SplitMix64 random(2);
  int found = 0, missed = 0, stood = 0, broken = 0;
  for (int i = 0; i < 4000; ++i) {
    const Position position = random_unfinished(game, 7 + i % 7, random);
    const Colour mover = position.to_move, other = opponent(mover);
    if (!winning_cells(game, position, mover).empty()) continue;
    const CellSet forced = winning_cells(game, position, other);
    if (forced.size() > 1) continue;
    const ShapeChains own = chains_of(board, position.of(mover));
    const ShapeChains theirs = chains_of(board, position.of(other));
    ThreatSearch search(board);
    const CellSet first = forced.empty() ? game.legal_cells(position) : forced;
    if (!search.wins(own, theirs, board.bits(first), 400)) {
      missed += small.value(game, position) == Proof::win;
      continue;
    }
    ++found;
    REQUIRE(small.value(game, position) == Proof::win);
    Position next = position;
    game.play(next, Move(board.cell(search.first())));
    REQUIRE(small.value(game, next) == Proof::loss);
    if (!forced.empty()) continue;
    // Where the other side moves first.
    Position passed = position;
    passed.to_move = other;
    game.legal_cells(passed).for_each([&](Cell cell) {
      Position answer = passed;
      game.play(answer, Move(cell));
      const bool stands = search.wins_against(ShapeChains(board, theirs, board.bit(cell)));
      ++(stands ? stood : broken);
      if (stands) REQUIRE(small.value(game, answer) == Proof::win);
    });
  }
  CHECK(found > 500);
  CHECK(missed > 0);
  CHECK(stood > 500);
  CHECK(broken > 500);
}

TEST_CASE("Havannah with two cells a side is solved as by trying everything") {
  const Havannah game(2, SwapRule::none);
  std::map<std::array<std::uint64_t, 3>, Proof> known;
  const auto value_of = [&](const auto& self, const Position& position) -> Proof {
    if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
    const std::array<std::uint64_t, 3> key{position.stones[0].words()[0],
                                           position.stones[1].words()[0],
                                           static_cast<std::uint64_t>(position.to_move)};
    if (const auto found = known.find(key); found != known.end()) return found->second;
    Proof best = Proof::loss;
    game.legal_cells(position).for_each([&](Cell cell) {
      Position next = position;
      game.play(next, Move(cell));
      best = better(best, reversed(self(self, next)));
    });
    return known[key] = best;
  };
  std::vector<Cell> cells;
  game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
  REQUIRE(cells.size() == 7);
  for (const HavannahPieces& pieces : pieces_to_try()) {
    const auto solver = make_havannah_solver(game, {.bytes = 1 << 16}, pieces);
    int positions = 0;
    for (int code = 0; code < 3 * 3 * 3 * 3 * 3 * 3 * 3; ++code) {
      std::array<CellSet, 2> stones;
      int rest = code;
      for (const Cell cell : cells) {
        if (rest % 3 > 0) stones[static_cast<std::size_t>(rest % 3 - 1)].insert(cell);
        rest /= 3;
      }
      for (const Colour colour : kColours) {
        const Position position = game.setup(stones[0], stones[1], colour);
        if (position.result != Result::ongoing || game.legal_cells(position).empty()) continue;
        ++positions;
        check(game, *solver, position,
              [&](const Position& next) { return value_of(value_of, next); });
      }
    }
    CHECK(positions > 300);
  }
}

TEST_CASE("positions with three cells a side are solved as by trying everything, by all pieces") {
  const Havannah game(3, SwapRule::none);
  SmallHavannah small;
  const auto value_of = [&](const Position& position) { return small.value(game, position); };
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const HavannahPieces& pieces : pieces_to_try()) {
    solvers.push_back(make_havannah_solver(game, {.bytes = 1 << 22}, pieces));
  }
  // Of a table that forgets.
  solvers.push_back(make_havannah_solver(game, {.bytes = 1 << 10}));
  SplitMix64 random(3);
  std::map<Proof, int> counts;
  for (int i = 0; i < 3000; ++i) {
    const Position position = random_unfinished(game, 7 + i % 12, random);
    ++counts[value_of(position)];
    for (std::size_t j = 0; j < solvers.size(); ++j) {
      // All solvers see each tenth position, the first one sees all.
      if (j == 0 || i % 10 == 0) check(game, *solvers[j], position, value_of);
    }
  }
  CHECK(counts[Proof::win] > 1000);
  CHECK(counts[Proof::loss] > 300);
  CHECK(counts[Proof::draw] > 5);
}

TEST_CASE("which moves win with three cells a side") {
  const Havannah game(3, SwapRule::none);
  SmallHavannah small;
  const auto solver = game.own_solver({});
  REQUIRE(solver != nullptr);
  SplitMix64 random(4);
  for (int i = 0; i < 200; ++i) {
    const Position position = random_unfinished(game, 6 + i % 12, random);
    const MoveProofs moves = solver->solve_moves(position);
    REQUIRE(moves.unknown.empty());
    REQUIRE((moves.wins | moves.losses | moves.draws) == game.legal_cells(position));
    game.legal_cells(position).for_each([&](Cell cell) {
      Position next = position;
      game.play(next, Move(cell));
      const Proof proof = reversed(small.value(game, next));
      REQUIRE(moves.wins.contains(cell) == (proof == Proof::win));
      REQUIRE(moves.draws.contains(cell) == (proof == Proof::draw));
    });
  }
  // The corners alone win from the start.
  const MoveProofs openings = solver->solve_moves(game.start());
  const std::vector<std::string> corners{"c1", "e1", "a3", "e3", "a5", "c5"};
  CHECK(openings.wins == test::position_of(game.board(), corners, {}).of(Colour::black));
  CHECK(openings.losses.size() == 13);
}

TEST_CASE("positions with four cells a side have the winners that the rules alone give") {
  // As the general solver, which knows the rules alone, has found them.
  const Havannah game(4, SwapRule::none);
  const std::vector<HavannahPieces> pieces = pieces_to_try();
  std::size_t first = 0;  // of those that are tried
  for (const auto& known :
       {std::pair{"g2 g4 e3 e5 b3 b7 f4 f1 g1", Proof::win},
        std::pair{"c7 e4 c6 b4 g4 a4 d3 d5", Proof::win},
        std::pair{"f2 d6 a7 e5 g1 d3", Proof::win}, std::pair{"b7 c5 a6 b6 f1 c4", Proof::win},
        std::pair{"e4 c5 b3 g4 d2 b5 a6 c3 a5", Proof::loss},
        std::pair{"a5 c5 g4 g3 f2 f3 e1 c7 c2", Proof::loss},
        std::pair{"f3 f5 g1 e3 b4 b5 e2 d2 a5", Proof::loss},
        std::pair{"d5 g4 f1 a5 f3 c2 e4 d1 c6 b7", Proof::loss}}) {
    const Position position = played(game, known.first);
    const int count = test::fewer_if_sanitized(static_cast<int>(pieces.size()), 3);
    for (int i = 0; i < count; ++i, ++first) {
      const auto solver =
          make_havannah_solver(game, {.bytes = 1 << 24}, pieces[first % pieces.size()]);
      CAPTURE(known.first);
      CHECK(solver->solve(position).proof == known.second);
    }
  }
}

TEST_CASE("boards of Havannah with five cells a side have the general solver") {
  const Havannah game(5, SwapRule::none);
  CHECK(game.own_solver({}) == nullptr);
  CHECK_THROWS_AS(make_havannah_solver(game, {}), std::invalid_argument);
}

TEST_CASE("what is left of a position of Havannah holds a move that wins, where one does") {
  const Havannah game(3, SwapRule::none);
  SmallHavannah small;
  SplitMix64 random(5);
  int open = 0;
  for (int i = 0; i < 1000; ++i) {
    const Position position = random_unfinished(game, 5 + i % 4, random);
    const auto solver = game.own_solver({.bytes = 1 << 16});
    const Solution solution = solver->solve(position, {.nodes = 1 + i % 10});
    if (solution.proof != Proof::unknown) continue;
    ++open;
    const Expansion expansion = solver->expand(position, {});
    Proof best = Proof::loss;
    for (const OpenMove& move : expansion.moves) {
      REQUIRE(move.to_win > 0);
      REQUIRE(move.to_lose > 0);
      Position next = position;
      REQUIRE(game.is_legal(next, move.move));
      game.play(next, move.move);
      best = better(best, reversed(small.value(game, next)));
    }
    REQUIRE(best == small.value(game, position));
    REQUIRE(expansion.carrier == game.legal_cells(position));
  }
  CHECK(open > 30);
}

TEST_CASE("a table of Havannah's solver serves another, and only whole words are taken") {
  const Havannah game(3, SwapRule::none);
  const auto solver = game.own_solver({});
  const Solution solution = solver->solve(game.start());
  const auto pieces = test::table_of(*solver);
  REQUIRE(pieces.size() == 1);
  REQUIRE(pieces[0].size() % 4 == 0);
  const auto other = game.own_solver({});
  other->read_table(pieces[0]);
  const Solution again = other->solve(game.start());
  CHECK(again.proof == solution.proof);
  CHECK(again.line == solution.line);
  CHECK(again.nodes == 0);
  const std::vector<std::uint64_t> first(pieces[0].begin(), pieces[0].begin() + 4);
  const auto is_refused = [&](std::size_t word, std::uint64_t value) {
    std::vector<std::uint64_t> words = first;
    words[word] = value;
    CHECK_THROWS_AS(other->read_table(words), std::invalid_argument);
  };
  other->read_table(first);
  is_refused(0, first[0] + 2 * std::uint64_t{1162261467});  // a digit for a twentieth cell
  is_refused(1, first[1] | 1);                              // a move off the board
  is_refused(2, 0);                                         // both won and lost
  is_refused(3, first[3] & ~std::uint64_t{0xffffffff});     // no work
  is_refused(3, first[3] | std::uint64_t{1} << 42);         // a bit that says nothing
  is_refused(3, (first[3] & ~(std::uint64_t{0xff} << 32)) | std::uint64_t{65} << 32);  // no best
  CHECK_THROWS_AS(other->read_table(std::vector<std::uint64_t>(first.begin(), first.begin() + 3)),
                  std::invalid_argument);
}

}  // namespace isthmus
