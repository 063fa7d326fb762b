#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/board/group.hpp"
#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::test {

// How far the stones of one colour on a full board of Havannah are from having no shape: 0 where
// they have none. The board's goals are its six edges and, behind these, its six corners.
inline int shapes_left(const Board& board, const CellSet& stones, const CellSet& others) {
  int left = 0;
  for (CellSet rest = stones; !rest.empty();) {
    const Cell first = rest.first();
    const CellSet group = group_of(board, stones, first);
    const unsigned goals = group_goals(board, stones, first);
    left +=
        std::max(std::popcount(goals & 63U) - 2, 0) + std::max(std::popcount(goals >> 6) - 1, 0);
    group.for_each([&](Cell cell) {
      int own = 0;
      for (const Cell next : board.neighbours(cell)) own += stones.contains(next);
      left += own == 6;
    });
    rest = rest - group;
  }
  for (CellSet rest = others; !rest.empty();) {
    const CellSet group = group_of(board, others, rest.first());
    left += group_goals(board, others, rest.first()) == 0;  // a ring goes around it
    rest = rest - group;
  }
  return left;
}

// The moves of a game of Havannah that ends with a full board and no shape. The colours of such a
// board are found by exchanging cells for as long as there is a shape, seldom for the worse; as a
// shape stays, any order of each colour's cells will do.
inline std::vector<Cell> drawn_game(const Game& game, std::uint64_t seed) {
  const Board& board = game.board();
  SplitMix64 random(seed);
  std::vector<Cell> moves;
  board.cells().for_each([&](Cell cell) { moves.push_back(cell); });
  for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[random() % i]);
  const auto left = [&] {
    std::array<CellSet, 2> stones;
    for (std::size_t i = 0; i < moves.size(); ++i) stones[i % 2].insert(moves[i]);
    return shapes_left(board, stones[0], stones[1]) + shapes_left(board, stones[1], stones[0]);
  };
  for (int now = left(); now > 0;) {
    Cell& black = moves[random() % ((moves.size() + 1) / 2) * 2];
    Cell& white = moves[random() % (moves.size() / 2) * 2 + 1];
    std::swap(black, white);
    const int next = left();
    if (next <= now || random() % 128 == 0) {
      now = next;
    } else {
      std::swap(black, white);
    }
  }
  return moves;
}

// The position after its first `moves` moves.
inline Position drawn_position(const Game& game, std::size_t moves, std::uint64_t seed) {
  Position position = game.start();
  const std::vector<Cell> drawn = drawn_game(game, seed);
  for (std::size_t i = 0; i < moves; ++i) game.play(position, Move(drawn[i]));
  return position;
}

}  // namespace isthmus::test
