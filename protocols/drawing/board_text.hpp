#pragma once

#include <functional>
#include <string>

#include "engine/game/game.hpp"

namespace isthmus {

// Draws a board as slanted rows of text with its labels, as in
//
//     a b c           B, W   stones
//    1 . . . 1        .      an empty cell
//     2 . B(W) 2      ( )    around the last stone
//      3 . . . 3
//         a b c
//
// The neighbours of b2 are b1 and c1 above, a2 and c2 beside, a3 and b3 below it. A triangle
// has letters only above. Lines end in newlines and hold no trailing spaces.
std::string board_text(const Game& game, const Position& position);

// Draws the empty board likewise, with its name in each cell:
//
//       a   b
//      1  a1  b1 1
//        2  a2  b2 2
//             a   b
std::string cell_names_text(const Board& board);

// Adds the labels around rows of text and slants them. `row_text` gives the cells of a row,
// `width` characters each, an even number; escape sequences do not count.
std::string slanted_text(const Board& board, int width,
                         const std::function<std::string(int row)>& row_text);

}  // namespace isthmus
