#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/board/board.hpp"

namespace isthmus {

// What others call the cells of Havannah. With both the letter is the row, a at the top; the number
// is that of the cell's diagonal, falling from left to right, or its place in the row:
//
//       havannahgui                littlegolem
//        a1 a2 a3                   A1 A2 A3
//       b1 b2 b3 b4                B1 B2 B3 B4
//     c1 c2 c3 c4 c5             C1 C2 C3 C4 C5
//       d2 d3 d4 d5                D1 D2 D3 D4
//        e3 e4 e5                   E1 E2 E3
//
// The first are those of HavannahGui and of the engines that play in it; Castro wrote trees of them
// (https://github.com/tewalds/thesis, proof/). The second are those of Little Golem's files. On its
// pages a cell is two letters, the row and the diagonal, this from right to left; the centre is oo.
// Polygames, which plays there, knows both (https://github.com/facebookarchive/Polygames,
// littlegolem/).
enum class HavannahCells : std::uint8_t { havannahgui, littlegolem };

// "havannahgui", "littlegolem".
std::string_view name(HavannahCells cells);

// Throws std::invalid_argument for a board with more rows than there are letters. The functions
// below take boards of Havannah that have no more.
void check_havannah_board(const Board& board, HavannahCells cells);

std::string havannah_cell_name(const Board& board, Cell cell, HavannahCells cells);

// The inverse of that, in either case, for Little Golem also of the names on its pages; nothing
// where the text names no cell of this board.
std::optional<Cell> find_havannah_cell(const Board& board, std::string_view name,
                                       HavannahCells cells);

}  // namespace isthmus
