#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::test {

// Stones of random colours on all but `empty` cells, or on none where there are fewer.
inline Position random_stones(const Board& board, int empty, SplitMix64& random) {
  Position position;
  std::vector<Cell> cells;
  board.cells().for_each([&](Cell cell) { cells.push_back(cell); });
  for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random() % i]);
  for (std::size_t i = static_cast<std::size_t>(empty); i < cells.size(); ++i) {
    position.stones[random() % 2].insert(cells[i]);
  }
  position.to_move = random() % 2 == 0 ? Colour::black : Colour::white;
  return position;
}

// The stones on these cells, Black to move.
inline Position position_of(const Board& board, const std::vector<std::string>& black,
                            const std::vector<std::string>& white) {
  Position position;
  for (const std::string& name : black) position.of(Colour::black).insert(*board.find(name));
  for (const std::string& name : white) position.of(Colour::white).insert(*board.find(name));
  return position;
}

}  // namespace isthmus::test
