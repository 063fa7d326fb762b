#include "games/hex/decomposition.hpp"

#include <utility>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using Mask = BruteForce::Mask;
using test::position_of;
using test::random_stones;

CellBits<1> captured(const Board& board, const Position& position, Colour colour) {
  const HexBoard<1> hex(board);
  const HexStones<1> stones = stones_of<1>(position);
  HSearch<1> connections(hex);
  connections.find(stones, colour);
  if (connections.has_won() || connections.winning_full() != nullptr) return {};
  return captured_by_joining(hex, stones, colour, connections, {});
}

}  // namespace

TEST_CASE("what lies between two chains that can be joined, and that shut it off, is captured") {
  const Board board = Board::rhombus(7, 7);
  // White's bridge from b3 to its left edge: above it is but Black's edge, which Black cannot use.
  const Position bridge = position_of(board, {"c1", "c2", "b4"}, {"b3"});
  const CellBits<1> found = captured(board, bridge, Colour::white);
  for (const char* name : {"a3", "a4"}) CHECK(found.contains(*board.find(name)));
  CHECK(captured(board, position_of(board, {}, {"d4"}), Colour::white).empty());
}

TEST_CASE("what is captured by joining changes no winner, whatever stones there are elsewhere") {
  SplitMix64 random(21);
  int seen = 0, of_many = 0;
  for (auto [rows, columns] : {std::pair(4, 4), {4, 5}, {5, 4}, {5, 5}}) {
    const Board board = Board::rhombus(rows, columns);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 250; ++i) {
      const int empty = 5 + static_cast<int>(random() % 6);
      const Position position = random_stones(board, empty, random);
      for (const Colour colour : {Colour::black, Colour::white}) {
        const CellBits<1> cells = captured(board, position, colour);
        if (cells.empty()) continue;
        ++seen;
        of_many += cells.size() > 2;
        const Mask joined = BruteForce::mask(cells.resized<16>());
        const Mask free = brute.all() & ~BruteForce::mask(position.occupied()) & ~joined;
        // As it is, and with stones of both colours on more and more of the rest.
        Mask black = BruteForce::mask(position.stones[0]);
        Mask white = BruteForce::mask(position.stones[1]);
        for (int round = 0; round < 3; ++round) {
          const bool is_black = colour == Colour::black;
          for (const Colour to_move : {Colour::black, Colour::white}) {
            CHECK(brute.wins(black, white, Colour::black, to_move) ==
                  brute.wins(black | (is_black ? joined : 0), white | (is_black ? 0 : joined),
                             Colour::black, to_move));
          }
          const Mask more = free & ~(black | white) & static_cast<Mask>(random() & random());
          const Mask of_black = more & static_cast<Mask>(random());
          black |= of_black;
          white |= more & ~of_black;
        }
      }
    }
  }
  CHECK(seen > 200);
  CHECK(of_many > 50);
}

}  // namespace isthmus
