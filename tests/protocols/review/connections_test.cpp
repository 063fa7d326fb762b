#include "protocols/review/connections.hpp"

#include <bit>
#include <memory>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/random_game.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using Mask = BruteForce::Mask;

// The stones that are joined to one, itself included.
Mask group(const BruteForce& board, Mask own, int cell) {
  Mask found = 0;
  for (int other = 0; other < board.cells(); ++other) {
    if (board.joins(own, BruteForce::bit(cell), BruteForce::bit(other))) {
      found |= BruteForce::bit(other);
    }
  }
  return found;
}

// The masks of Board::rhombus: top, bottom, left and right.
Mask edge(const BruteForce& board, std::size_t goal) {
  return board.edge(goal < 2 ? Colour::black : Colour::white, static_cast<int>(goal % 2));
}

// The places of two stones that are a bridge, from coordinates.
bool is_bridge(int columns, int a, int b) {
  const int rows = b / columns - a / columns, right = b % columns - a % columns;
  return (rows == 1 && right == 1) || (rows == 2 && right == -1) || (rows == 1 && right == -2);
}

// The cells that join two stones by themselves.
Mask common(const BruteForce& board, Mask ends) {
  const Mask one = ends & (0 - ends);
  Mask both = 0;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const Mask bit = BruteForce::bit(cell);
    if ((ends & bit) == 0 && board.joins(ends | bit, one, ends & ~one)) both |= bit;
  }
  return both;
}

struct Sides {
  const Position& position;
  Colour colour;
  int cell;

  // With the stone on the cell.
  Mask own() const { return BruteForce::mask(position.of(colour)) | BruteForce::bit(cell); }
  Mask other() const { return BruteForce::mask(position.of(opponent(colour))); }
};

void check_connections(const Game& game, BruteForce& brute, const Sides& sides) {
  const auto found =
      connections_of(game.board(), sides.position, sides.colour, static_cast<Cell>(sides.cell));
  const Mask own = sides.own(), here = group(brute, own, sides.cell);
  Mask used = 0, met = here;
  for (const Connection& connection : found) {
    const Mask carrier = BruteForce::mask(connection.carrier);
    CHECK((carrier & (own | sides.other() | used)) == 0);
    used |= carrier;
    const Mask to =
        connection.other ? BruteForce::bit(*connection.other) : edge(brute, connection.goal);
    CHECK((to & met) == 0);  // else there is nothing to be joined
    if (connection.other) met |= group(brute, own, *connection.other);
    // Against an opponent who has all but the carrier, and plays first. A template holds for the
    // stone alone.
    const Mask stones = connection.other ? own : BruteForce::bit(sides.cell);
    CHECK(brute.can_join(stones, brute.all() & ~stones & ~carrier, BruteForce::bit(sides.cell), to,
                         false));
    if (connection.row != 3) CHECK(connection.carrier.size() == 2);
  }
  // Every bridge to another group is there, or has a cell that another connection needs.
  const int columns = game.board().columns();
  for (int other = 0; other < brute.cells(); ++other) {
    if ((own & BruteForce::bit(other)) == 0 || (met & BruteForce::bit(other)) != 0) continue;
    if (!is_bridge(columns, sides.cell, other) && !is_bridge(columns, other, sides.cell)) continue;
    const Mask ends = BruteForce::bit(sides.cell) | BruteForce::bit(other);
    CHECK((common(brute, ends) & (own | sides.other() | used)) != 0);
  }
}

}  // namespace

TEST_CASE("connections hold against any play, and no bridge is missed") {
  std::mt19937 random(5);
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  BruteForce brute(5, 5);
  int bridges = 0, edges = 0, templates = 0;
  for (int number = 0; number < 60; ++number) {
    const Record record =
        test::random_game(game, random, {.max_turns = 2 + static_cast<int>(random() % 7)});
    const Position& position = record.position();
    for (int cell = 0; cell < 25; ++cell) {
      if (position.occupied().contains(static_cast<Cell>(cell))) continue;
      for (Colour colour : {Colour::black, Colour::white}) {
        check_connections(*game, brute, {position, colour, cell});
        for (const Connection& made :
             connections_of(game->board(), position, colour, static_cast<Cell>(cell))) {
          ++(made.other ? bridges : made.row == 2 ? edges : templates);
        }
      }
    }
  }
  CHECK(bridges > 100);
  CHECK(edges > 100);
  CHECK(templates > 50);
}

TEST_CASE("an edge template is found where there is one, and no cell of it can be left out") {
  std::mt19937 random(7);
  const std::shared_ptr<const Game> game = make_game("hex", 3, 5, SwapRule::none);
  const Board& board = game->board();
  BruteForce brute(3, 5);
  int joined = 0, cut = 0;
  for (int number = 0; number < 400; ++number) {
    // A stone on the third row from the bottom, and others in its way.
    const int stone = 2 + static_cast<int>(random() % 2);
    // Beside it only one cell matters.
    Mask blocked = Mask{0b11111} & ~(Mask{0b11} << stone);
    for (auto i = 1 + random() % 3; i > 0; --i)
      blocked |= BruteForce::bit(5 + static_cast<int>(random() % 10));
    const Mask own = BruteForce::bit(stone), bottom = brute.edge(Colour::black, 1);
    CellSet free;
    for (int cell = 0; cell < 15; ++cell) {
      if (((own | blocked) & BruteForce::bit(cell)) == 0) free.insert(static_cast<Cell>(cell));
    }
    const bool is_joined = brute.can_join(own, blocked, own, bottom, false);
    const auto carrier = edge_carrier(board, static_cast<Cell>(stone), 1, free, 3);
    CHECK(carrier.has_value() == is_joined);
    ++(is_joined ? joined : cut);
    if (!carrier) continue;
    const Mask needed = BruteForce::mask(*carrier);
    CHECK((needed & (own | blocked)) == 0);
    CHECK(brute.can_join(own, brute.all() & ~own & ~needed, own, bottom, false));
    carrier->for_each([&](Cell cell) {
      const Mask less = needed & ~BruteForce::bit(cell);
      CHECK_FALSE(brute.can_join(own, brute.all() & ~own & ~less, own, bottom, false));
    });
  }
  CHECK(joined > 30);
  CHECK(cut > 30);
}

TEST_CASE("bridges over a cell are those of whose two cells it is one") {
  std::mt19937 random(9);
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const BruteForce brute(5, 5);
  int between = 0, to_edges = 0;
  for (int number = 0; number < 100; ++number) {
    const Record record =
        test::random_game(game, random, {.max_turns = 4 + static_cast<int>(random() % 9)});
    const Position& position = record.position();
    if (position.result != Result::ongoing) continue;
    (game->board().cells() - position.occupied()).for_each([&](Cell cell) {
      const auto found = bridges_over(game->board(), position, Colour::white, cell);
      const Mask own = BruteForce::mask(position.of(Colour::white));
      std::size_t expected = 0;
      for (int a = 0; a < 25; ++a) {
        if ((own & BruteForce::bit(a)) == 0) continue;
        // Two stones with just two common neighbours, this cell among them, and not yet joined.
        for (int b = a + 1; b < 25; ++b) {
          if ((own & BruteForce::bit(b)) == 0 || !is_bridge(5, a, b)) continue;
          const Mask both = common(brute, BruteForce::bit(a) | BruteForce::bit(b));
          if ((both & BruteForce::bit(cell)) == 0 || (both & own) != 0 ||
              brute.joins(own, BruteForce::bit(a), BruteForce::bit(b))) {
            continue;
          }
          ++expected;
          ++between;
        }
        // White's edges are left and right: the second column has two cells on the left one.
        for (std::size_t goal : {2U, 3U}) {
          if (a % 5 != (goal == 2 ? 1 : 3)) continue;
          Mask both = 0;
          for (int row = 0; row < 5; ++row) {
            const int c = row * 5 + (goal == 2 ? 0 : 4);
            if (brute.joins(BruteForce::bit(a) | BruteForce::bit(c), BruteForce::bit(a),
                            BruteForce::bit(c))) {
              both |= BruteForce::bit(c);
            }
          }
          if (std::popcount(both) != 2 || (both & BruteForce::bit(cell)) == 0 ||
              (both & own) != 0 || brute.joins(own, BruteForce::bit(a), edge(brute, goal))) {
            continue;
          }
          ++expected;
          ++to_edges;
        }
      }
      CHECK(found.size() == expected);
    });
  }
  CHECK(between > 50);
  CHECK(to_edges > 50);
}

}  // namespace isthmus
