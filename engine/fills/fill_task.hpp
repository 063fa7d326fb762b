#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

class Game;
struct Position;

// Fills are drawn in units of this many, which share the order in which cells are put right.
inline constexpr std::uint32_t kFillsPerUnit = 512;

// A request for random fills of one position: the stones stay, the empty cells are filled so that
// just `blacks` of them turn black, every such set being equally likely (but for bridges).
struct FillTask {
  // The board as a part of the rhombus of rows x columns, cells numbered row * columns + column.
  int rows = 0;
  int columns = 0;
  // The side of the triangle whose majority reduction decides: rows + columns - 1 for a rhombus,
  // rows for the triangle row + column < rows.
  int reduction_side = 0;

  CellSet black;  // stones
  CellSet white;
  CellSet empty;  // the cells to fill, bridge cells included; disjoint from the stones

  // Pairs of empty cells, no cell in two pairs, that get one black and one white each.
  std::vector<std::pair<Cell, Cell>> bridges;

  // How many of the empty cells turn black, those of bridges (one a pair) included.
  // From bridges.size() to empty.size() - bridges.size().
  int blacks = 0;
  // How many fills; a positive multiple of kFillsPerUnit.
  std::uint32_t fills = 0;
  // Two tasks that differ only in this get independent fills; equal tasks get equal counts, on
  // every machine.
  std::uint64_t seed = 0;
};

// The task of judging an unfinished position by fills: as if the game went on to the full board,
// the side to move gets half of the empty cells, and the odd one. With `bridges`, those that
// find_bridges() names are kept, except in games where connecting loses; beyond what `blacks`
// has room for they are dropped, the last first.
// Throws std::invalid_argument for a game without fill_rule().
FillTask make_fill_task(const Game& game, const Position& position, bool bridges,
                        std::uint32_t fills, std::uint64_t seed);

// What was counted in the fills of one task.
struct FillCounts {
  std::uint32_t fills = 0;
  std::uint32_t black_connects = 0;  // fills in which Black is connected
  // By cell of the rhombus; zero for cells that are not empty.
  std::vector<std::uint32_t> black;               // fills in which the cell is black
  std::vector<std::uint32_t> black_and_connects;  // ... and Black is connected
};

}  // namespace isthmus
