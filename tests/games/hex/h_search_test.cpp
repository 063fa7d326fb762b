#include "games/hex/h_search.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::position_of;
using test::random_stones;
using Mask = BruteForce::Mask;

constexpr std::pair<int, int> kConnectionSizes[] = {{3, 3}, {1, 4}, {4, 2}, {3, 5},
                                                    {4, 4}, {4, 5}, {5, 5}};

Mask mask(const CellBits<1>& cells) { return BruteForce::mask(cells.resized<16>()); }

// What a path has to touch to reach the end.
Mask goal(const BruteForce& brute, const HSearch<1>& connections, int end, Colour colour) {
  return mask(connections.cells_of(static_cast<std::uint16_t>(end))) |
         (end < 2 ? brute.edge(colour, end) : 0);
}

}  // namespace

TEST_CASE("connections hold when the opponent has all but their carriers") {
  SplitMix64 random(21);
  int full = 0, semi = 0;
  for (auto [rows, columns] : kConnectionSizes) {
    const Board board = Board::rhombus(rows, columns);
    const HexBoard<1> hex(board);
    HSearch<1> connections(hex);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 40; ++i) {
      const int most = std::min(brute.cells(), 17);
      const int empty = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
      const Position position = random_stones(board, empty, random);
      const Colour colour = position.to_move;
      connections.find(stones_of<1>(position), colour);
      if (connections.has_won()) continue;
      const Mask own = BruteForce::mask(position.of(colour));
      const Mask free = brute.all() & ~BruteForce::mask(position.occupied());
      for (int a = 0; a < connections.end_count(); ++a) {
        for (int b = a + 1; b < connections.end_count(); ++b) {
          const auto end_a = static_cast<std::uint16_t>(a);
          const auto end_b = static_cast<std::uint16_t>(b);
          const Mask with_ends =
              own | mask(connections.cells_of(end_a)) | mask(connections.cells_of(end_b));
          const Mask from = goal(brute, connections, a, colour);
          const Mask to = goal(brute, connections, b, colour);
          const auto holds = [&](const CellBits<1>& carrier, bool own_moves) {
            const Mask cells = mask(carrier);
            CHECK((cells & ~(free & ~with_ends)) == 0);
            return brute.can_join(with_ends, brute.all() & ~with_ends & ~cells, from, to,
                                  own_moves);
          };
          for (const auto& connection : connections.full(end_a, end_b)) {
            CHECK(connection.size == connection.carrier.size());
            CHECK(holds(connection.carrier, false));
            ++full;
          }
          for (const auto& connection : connections.semi(end_a, end_b)) {
            CHECK(holds(connection.carrier, true));
            CellBits<1> rest = connection.carrier;
            const auto key_cell = static_cast<Cell>(connection.key);
            rest.erase(key_cell);
            const Mask key = BruteForce::bit(key_cell);
            CHECK(brute.can_join(with_ends | key, brute.all() & ~with_ends & ~mask(rest) & ~key,
                                 from, to, false));
            ++semi;
          }
        }
      }
    }
  }
  CHECK(full > 5000);
  CHECK(semi > 5000);
}

TEST_CASE(
    "what wins by a connection wins by trying everything, and nothing wins off the must-play") {
  SplitMix64 random(22);
  int wins = 0, losses = 0, narrowed = 0;
  for (auto [rows, columns] : kConnectionSizes) {
    const Board board = Board::rhombus(rows, columns);
    const HexBoard<1> hex(board);
    HSearch<1> connections(hex);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 300; ++i) {
      const int empty = 1 + static_cast<int>(random() % 12);
      const Position position = random_stones(board, empty, random);
      const Mask black = BruteForce::mask(position.stones[0]);
      const Mask white = BruteForce::mask(position.stones[1]);
      if (brute.has_won(black, Colour::black) || brute.has_won(white, Colour::white)) continue;
      const Colour colour = position.to_move;
      connections.find(stones_of<1>(position), colour);
      if (connections.winning_full() != nullptr) {
        CHECK(brute.wins(black, white, colour, opponent(colour)));
        ++losses;
      }
      if (connections.winning_semi() != nullptr) {
        CHECK(brute.wins(black, white, colour, colour));
        ++wins;
      }
      const Mask off = brute.all() & ~black & ~white & ~mask(connections.must_play());
      if (off == 0) continue;
      ++narrowed;
      for (int cell = 0; cell < brute.cells(); ++cell) {
        if ((off & BruteForce::bit(cell)) == 0) continue;
        const bool is_black = colour == Colour::white;  // the opponent's stone
        CHECK(brute.wins(black | (is_black ? BruteForce::bit(cell) : 0),
                         white | (is_black ? 0 : BruteForce::bit(cell)), colour, colour));
      }
      // With all of the carrier's complement the opponent does no better.
      const Mask carrier = mask(connections.must_play_carrier());
      const Mask theirs = brute.all() & ~BruteForce::mask(position.of(colour)) & ~carrier;
      for (int cell = 0; cell < brute.cells(); ++cell) {
        if ((off & BruteForce::bit(cell)) == 0) continue;
        const Mask with_move = theirs | BruteForce::bit(cell);
        const Mask own = BruteForce::mask(position.of(colour));
        CHECK(brute.wins((colour == Colour::black) ? own : with_move,
                         (colour == Colour::black) ? with_move : own, colour, colour));
      }
    }
  }
  CHECK(wins > 300);
  CHECK(losses > 100);
  CHECK(narrowed > 300);
}

TEST_CASE("the least connections of a stone to its edge are found") {
  const Board board = Board::rhombus(3, 5);
  const HexBoard<1> hex(board);
  HSearch<1> connections(hex);
  BruteForce brute(3, 5);
  const auto found = [&](const std::string& stone) {
    connections.find(stones_of<1>(position_of(board, {stone}, {})), Colour::black);
    const auto full = connections.full(0, *connections.end_of(*board.find(stone)));
    return full.empty() ? -1 : static_cast<int>(full.front().size);
  };
  // The size of the least carrier, of all sets of cells.
  const auto least = [&](const std::string& stone) {
    const Mask own = BruteForce::bit(*board.find(stone));
    int size = brute.cells();
    for (Mask carrier = 0; carrier < brute.all(); ++carrier) {
      const int cells = std::popcount(carrier);
      if ((carrier & own) != 0 || cells >= size) continue;
      if (brute.can_join(own, brute.all() & ~carrier & ~own, brute.edge(Colour::black, 0), own,
                         false)) {
        size = cells;
      }
    }
    return size;
  };
  CHECK(found("b2") == 2);  // a bridge
  CHECK(least("b2") == 2);
  CHECK(found("b3") == least("b3"));  // the ziggurat
}

}  // namespace isthmus
