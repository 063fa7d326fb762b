#include "games/hex/inferior_cells.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "games/hex/hex_theory.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/stones.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using Mask = BruteForce::Mask;
using test::position_of;
using test::random_stones;

constexpr std::pair<int, int> kInferiorSizes[] = {{3, 3}, {2, 5}, {4, 3}, {3, 5},
                                                  {4, 4}, {4, 5}, {5, 4}};

std::string names(const Board& board, const CellSet& cells) {
  std::string text;
  cells.for_each([&](Cell cell) { text += (text.empty() ? "" : " ") + board.name(cell); });
  return text;
}

}  // namespace

TEST_CASE("cells shut in by one colour are dead") {
  const Board board = Board::rhombus(7, 7);
  // Four neighbours in a row of one colour, and then any of the other: a published pattern.
  const InferiorCells around =
      make_hex_theory(board)->inferior_cells(position_of(board, {"d3", "c4", "c5", "e3"}, {}));
  CHECK(names(board, around.dead) == "d4");
  // Two of each colour, with a free cell between.
  CHECK(names(board, make_hex_theory(board)
                         ->inferior_cells(position_of(board, {"d3", "e3"}, {"c5", "d5"}))
                         .dead) == "d4");
  CHECK(make_hex_theory(board)->inferior_cells(position_of(board, {"d3", "c4"}, {})).dead.empty());
  CHECK(make_hex_theory(board)->inferior_cells(position_of(board, {}, {})).dead.empty());
}

TEST_CASE("a bridge to the own edge is captured") {
  const Board board = Board::rhombus(7, 7);
  const InferiorCells found =
      make_hex_theory(board)->inferior_cells(position_of(board, {"d2"}, {"f4"}));
  CHECK(names(board, found.captured[0]) == "d1 e1");
  CHECK(names(board, found.captured[1]) == "g3 g4");
}

TEST_CASE("the colour of a dead cell never matters") {
  SplitMix64 random(11);
  int seen = 0;
  for (auto [rows, columns] : kInferiorSizes) {
    const Board board = Board::rhombus(rows, columns);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 300; ++i) {
      const int empty = 2 + static_cast<int>(random() % 10);
      const Position position = random_stones(board, empty, random);
      const HexBoard<1> hex(board);
      const FilledBoard<1> filled = fill_in(hex, stones_of<1>(position));
      if ((filled.captured[0] | filled.captured[1]).empty() == false) continue;
      const Mask dead = BruteForce::mask(filled.dead.resized<16>());
      if (dead == 0) continue;
      ++seen;
      const Mask black = BruteForce::mask(position.stones[0]);
      const Mask free = brute.all() & ~BruteForce::mask(position.occupied()) & ~dead;
      // Every fill of the rest, and every colour of the dead cells.
      bool all_equal = true;
      for (Mask part = free;; part = (part - 1) & free) {
        const bool wins = brute.has_won(black | part, Colour::black);
        for (Mask of_dead = dead; of_dead != 0; of_dead = (of_dead - 1) & dead) {
          all_equal = all_equal && wins == brute.has_won(black | part | of_dead, Colour::black);
        }
        if (part == 0) break;
      }
      CHECK(all_equal);
    }
  }
  CHECK(seen > 200);
}

TEST_CASE("filling in changes the winner for neither side to move") {
  SplitMix64 random(12);
  int seen = 0;
  for (auto [rows, columns] : kInferiorSizes) {
    const Board board = Board::rhombus(rows, columns);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 150; ++i) {
      const int empty = 2 + static_cast<int>(random() % 11);
      const Position position = random_stones(board, empty, random);
      const FilledBoard<1> filled = fill_in(HexBoard<1>(board), stones_of<1>(position));
      CHECK((filled.stones.of[0] & filled.stones.of[1]).empty());
      if ((filled.captured[0] | filled.captured[1] | filled.dead).empty()) continue;
      ++seen;
      for (Colour to_move : {Colour::black, Colour::white}) {
        CHECK(brute.wins(BruteForce::mask(position.stones[0]), BruteForce::mask(position.stones[1]),
                         Colour::black,
                         to_move) == brute.wins(BruteForce::mask(filled.stones.of[0].resized<16>()),
                                                BruteForce::mask(filled.stones.of[1].resized<16>()),
                                                Colour::black, to_move));
      }
    }
  }
  CHECK(seen > 200);
}

TEST_CASE("who can win can win without vulnerable cells, and without dominated ones") {
  SplitMix64 random(13);
  int seen = 0;
  for (auto [rows, columns] : kInferiorSizes) {
    const Board board = Board::rhombus(rows, columns);
    BruteForce brute(rows, columns);
    for (int i = 0; i < 400; ++i) {
      const int empty = 3 + static_cast<int>(random() % 9);
      const Position position = random_stones(board, empty, random);
      const HexStones<1> stones = stones_of<1>(position);
      const HexBoard<1> hex(board);
      const auto vulnerable = vulnerable_cells(hex, stones, position.to_move);
      const auto dominated = dominated_cells(hex, stones, position.to_move);
      const Mask black = BruteForce::mask(position.stones[0]);
      const Mask white = BruteForce::mask(position.stones[1]);
      if ((vulnerable.empty() && dominated.empty()) || brute.has_won(black, Colour::black) ||
          brute.has_won(white, Colour::white) ||
          !brute.wins(black, white, position.to_move, position.to_move)) {
        continue;
      }
      ++seen;
      const auto has_win_without = [&](const auto& cells) {
        Mask others = brute.all() & ~black & ~white;
        for (const auto& inferior : cells) others &= ~BruteForce::bit(inferior.cell);
        const bool is_black = position.to_move == Colour::black;
        for (int cell = 0; cell < brute.cells(); ++cell) {
          const Mask move = BruteForce::bit(cell) & others;
          if (move != 0 && brute.wins(black | (is_black ? move : 0), white | (is_black ? 0 : move),
                                      position.to_move, opponent(position.to_move))) {
            return true;
          }
        }
        return false;
      };
      CHECK(has_win_without(vulnerable));
      CHECK(has_win_without(dominated));
    }
  }
  CHECK(seen > 300);
}

}  // namespace isthmus
