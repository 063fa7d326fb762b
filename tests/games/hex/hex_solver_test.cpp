#include "games/hex/hex_solver.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/hex/inferior_cells.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/referee.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::position_of;
using test::random_stones;
using Mask = BruteForce::Mask;

constexpr std::pair<int, int> kSolverSizes[] = {{1, 4}, {3, 3}, {2, 5}, {4, 3}, {3, 5},
                                                {4, 4}, {4, 5}, {5, 4}, {5, 5}};

}  // namespace

TEST_CASE("solutions are those of trying everything, and their carriers suffice") {
  SplitMix64 random(31);
  // With fewer connections there is more to search.
  for (const ConnectionLimits& limits :
       {ConnectionLimits{}, ConnectionLimits{1, 2}, ConnectionLimits{.steps = 0}}) {
    std::int64_t nodes = 0;
    for (auto [rows, columns] : kSolverSizes) {
      const Board board = Board::rhombus(rows, columns);
      const auto solver = make_hex_solver(board, {.bytes = 1 << 16}, limits);
      BruteForce brute(rows, columns);
      for (int i = 0; i < 60; ++i) {
        const int most = std::min(brute.cells(), i < 2 ? 15 : 11);
        const int empty = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
        const Position position = random_stones(board, empty, random);
        const Colour mover = position.to_move;
        const Mask own = BruteForce::mask(position.of(mover));
        const Mask other = BruteForce::mask(position.of(opponent(mover)));
        const auto mover_wins = [&](Mask ours, Mask theirs, Colour to_move) {
          return mover == Colour::black ? brute.wins(ours, theirs, mover, to_move)
                                        : brute.wins(theirs, ours, mover, to_move);
        };
        const Solution solution = solver->solve(position);
        nodes += solution.nodes;
        REQUIRE(solution.proof != Proof::unknown);
        const bool wins = solution.proof == Proof::win;
        CHECK(wins == mover_wins(own, other, mover));
        const Mask carrier = BruteForce::mask(solution.carrier);
        CHECK((carrier & (own | other)) == 0);
        const Mask rest = brute.all() & ~own & ~other & ~carrier;
        CHECK(wins == mover_wins(own | (wins ? 0 : rest), other | (wins ? rest : 0), mover));
        if (!wins) continue;
        REQUIRE(!solution.line.empty());
        const Mask move = BruteForce::bit(solution.line[0].cell());
        CHECK((move & (own | other)) == 0);
        CHECK(mover_wins(own | move, other, opponent(mover)));
      }
    }
    CHECK(nodes > (limits.steps == 0 ? 600 : 400));
  }
}

TEST_CASE("the winning openings of small boards are those published") {
  // By the winner after Black's opening. 6 x 6 and the openings of 7 x 7 below: regression tests of
  // Benzene (github.com/cgao3/benzene-vanilla-cmake, regression/dfpn-solve-6x6.tst and -7x7.tst).
  const auto openings = [](int side) {
    const Board board = Board::rhombus(side, side);
    const auto solver = make_hex_solver(board, {});
    const MoveProofs proofs = solver->solve_moves(Position{});
    std::string text;
    board.cells().for_each([&](Cell cell) {
      text += proofs.wins.contains(cell) ? 'B' : proofs.losses.contains(cell) ? '.' : '?';
      if (board.column(cell) == side - 1) text += '/';
    });
    return text;
  };
  for (int side : {2, 3, 4}) {
    BruteForce brute(side, side);
    std::string text;
    for (int cell = 0; cell < brute.cells(); ++cell) {
      const bool wins = brute.wins(BruteForce::bit(cell), 0, Colour::black, Colour::white);
      text += wins ? 'B' : '.';
      if (cell % side == side - 1) text += '/';
    }
    CHECK(openings(side) == text);
  }
  CHECK(openings(6) == ".....B/.BBBBB/BBBBBB/BBBBBB/BBBBB./B...../");

  const Board board = Board::rhombus(7, 7);
  const auto solver = make_hex_solver(board, {});
  for (const char* const opening : {"c5", "d4"}) {
    Position position = position_of(board, {opening}, {});
    position.to_move = Colour::white;
    CHECK(solver->solve(position).proof == Proof::loss);
  }
  for (const char* const opening : {"b1", "d1"}) {
    Position position = position_of(board, {opening}, {});
    position.to_move = Colour::white;
    CHECK(solver->solve(position).proof == Proof::win);
  }
}

TEST_CASE("a half turn changes no answer") {
  SplitMix64 random(34);
  for (const int side : {4, 5}) {
    const Board board = Board::rhombus(side, side);
    const HexBoard<1> hex(board);
    BruteForce brute(side, side);
    const auto turned = [&](const CellSet& cells) {
      return hex.turned(cells.resized<1>()).resized<kMaxCells / 64>();
    };
    for (int i = 0; i < 200; ++i) {
      // Every second one is the same after half a turn.
      Position position = random_stones(board, i % 2 == 0 ? 14 : 10, random);
      if (i % 2 == 0) {
        for (CellSet& stones : position.stones) stones = stones | turned(stones);
        position.stones[1] = position.stones[1] - position.stones[0];
      }
      const Mask black = BruteForce::mask(position.stones[0]);
      const Mask white = BruteForce::mask(position.stones[1]);
      if (brute.has_won(black, Colour::black) || brute.has_won(white, Colour::white)) continue;
      const auto solver = make_hex_solver(board, {.bytes = 1 << 16}, {.steps = 0});
      const Solution solution = solver->solve(position);
      const bool wins = solution.proof == Proof::win;
      CHECK(wins == brute.wins(black, white, position.to_move, position.to_move));
      const Colour winner = wins ? position.to_move : opponent(position.to_move);
      const Mask rest = brute.all() & ~black & ~white & ~BruteForce::mask(solution.carrier);
      const bool is_black = winner == Colour::black;
      CHECK(brute.wins(black | (is_black ? 0 : rest), white | (is_black ? rest : 0), winner,
                       position.to_move));
      Position other = position;
      for (CellSet& stones : other.stones) stones = turned(stones);
      if (other == position) continue;
      const Solution again = solver->solve(other);
      CHECK(again.nodes == 0);
      CHECK(again.proof == solution.proof);
      CHECK(again.carrier == turned(solution.carrier));
      REQUIRE(again.line.empty() == solution.line.empty());
      if (solution.line.empty()) continue;
      CHECK(again.line.front().cell() == hex.turned(solution.line.front().cell()));
    }
  }
}

TEST_CASE("a carrier keeps the captured cells that chains were joined by") {
  // Black captures d1 and e1, joins chains by that, and both cells are dead once these are joined.
  const Board board = Board::rhombus(5, 5);
  const auto solver = make_hex_solver(board, {});
  BruteForce brute(5, 5);
  Position position = position_of(board, {"d2", "a3"}, {"e5"});
  position.to_move = Colour::white;
  const Solution solution = solver->solve(position);
  CHECK(solution.proof == Proof::loss);
  const Mask black = BruteForce::mask(position.stones[0]);
  const Mask rest = brute.all() & ~black & ~BruteForce::mask(solution.carrier);
  CHECK(brute.wins(black, rest, Colour::black, Colour::white));
  for (const char* const name : {"d1", "e1"}) CHECK(solution.carrier.contains(*board.find(name)));
}

TEST_CASE("what is filled in on a filled board keeps what was captured") {
  const Board board = Board::rhombus(5, 5);
  const HexBoard<1> hex(board);
  const Position position = position_of(board, {"d2", "a3"}, {"e5"});
  FilledBoard<1> filled = fill_in(hex, stones_of<1>(position));
  const CellBits<1> before = filled.captured[0];
  for (const char* const name : {"d1", "e1"}) CHECK(before.contains(*board.find(name)));
  CellBits<1> more;
  more.insert(*board.find("c1"));
  filled.capture(Colour::black, more);
  fill_on(hex, filled);
  CHECK((before - filled.captured[0]).empty());
  CHECK((more - filled.captured[0]).empty());
  CHECK((filled.captured[0] - filled.stones[Colour::black]).empty());
}

TEST_CASE("who is said to win goes on to win against any play") {
  SplitMix64 random(32);
  int claims = 0;
  for (auto [rows, columns] : {std::pair{7, 7}, {6, 9}, {9, 9}, {11, 11}}) {
    const Board board = Board::rhombus(rows, columns);
    const test::Referee referee(board);
    const auto solver = make_hex_solver(board, {.bytes = 1 << 22});
    for (int game = 0; game < 8; ++game) {
      const int empty = board.cell_count() / 2 + static_cast<int>(random() % 20);
      Position position = random_stones(board, empty, random);
      const auto has_won = [&](Colour colour) {
        return referee.has_connected(position.of(colour), colour);
      };
      if (has_won(Colour::black) || has_won(Colour::white)) continue;
      // The other side plays at random, the winner as the solver says, to the end of the game.
      std::optional<Colour> winner;
      while (!has_won(Colour::black) && !has_won(Colour::white)) {
        const Colour mover = position.to_move;
        const Solution solution = solver->solve(position, {.nodes = 2000});
        if (solution.proof != Proof::unknown) {
          const Colour proven = solution.proof == Proof::win ? mover : opponent(mover);
          claims += !winner.has_value();
          if (winner) REQUIRE(proven == *winner);
          winner = proven;
        }
        std::vector<Cell> free;
        (board.cells() - position.occupied()).for_each([&](Cell cell) { free.push_back(cell); });
        Cell cell = free[random() % free.size()];
        if (winner == mover) {
          REQUIRE(solution.proof == Proof::win);
          REQUIRE(!solution.line.empty());
          cell = solution.line[0].cell();
        }
        position.of(mover).insert(cell);
        position.to_move = opponent(mover);
      }
      if (winner) CHECK(has_won(*winner));
    }
  }
  CHECK(claims > 10);
}

TEST_CASE("limits and stops leave a position unknown") {
  const Board board = Board::rhombus(9, 9);
  const auto solver = make_hex_solver(board, {});
  const Solution few = solver->solve(Position{}, {.nodes = 20});
  CHECK(few.proof == Proof::unknown);
  CHECK(few.nodes == 20);
  CHECK(few.line.empty());
  CHECK(few.carrier.empty());
  CHECK(solver->solve(Position{}, {.seconds = 0.05}).proof == Proof::unknown);
  std::stop_source stop;
  stop.request_stop();
  CHECK(solver->solve(Position{}, {}, stop.get_token()).proof == Proof::unknown);
  const MoveProofs proofs = solver->solve_moves(Position{}, {.nodes = 50});
  CHECK((proofs.wins | proofs.losses | proofs.unknown) == board.cells());
  CHECK(!proofs.unknown.empty());
}

TEST_CASE("the same questions have the same answers") {
  const Board board = Board::rhombus(7, 7);
  const auto first = make_hex_solver(board, {});
  const auto second = make_hex_solver(board, {});
  Position position = position_of(board, {"d4"}, {});
  position.to_move = Colour::white;
  const Solution a = first->solve(position), b = second->solve(position);
  CHECK(a.proof == Proof::loss);  // the centre wins
  CHECK(a.nodes == b.nodes);
  CHECK(a.line == b.line);
  CHECK(a.carrier == b.carrier);
}

TEST_CASE("a board that is none of Hex or Y is refused") {
  const Board bare(Board::Tiling::hexagons, {{0, 2}}, {}, [](int, int) { return Board::Goals{0}; });
  CHECK_THROWS_AS(make_hex_solver(bare, {}), std::invalid_argument);
}

}  // namespace isthmus
