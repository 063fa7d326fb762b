#pragma once

#include <string>
#include <string_view>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// SGF, the Smart Game Format: FF[4] (https://www.red-bean.com/sgf/), and what it says of Hex
// (https://www.red-bean.com/sgf/hex.html).
//
// Hex is GM[11]. The other games are written likewise, with the private property GAME that names
// them: GAME[rex], GAME[y]. RU holds the swap rule: RU[none], RU[swap-pieces], RU[swap-sides].
// Moves are named as in "c3" (columns by letter, rows by number), or swap-pieces, swap-sides.
//
// What the reader understands besides:
//   resign, forfeit    the end of the game
//   pass               turns out of order: who moves is written with each move anyway
//   swap               of either form
//   "ca" for c1        cells as two letters, as Little Golem writes them. Where moreover White
//                      begins, the colours are exchanged: there W is who moves first, and joins
//                      top and bottom, and is PB (see https://littlegolem.net, *.hsgf); the swap
//                      rule is swap-pieces
//   swap-pieces        followed by a move of the same colour, without RU, is swap-sides: so wrote
//                      HexGui before 1.0

// Reads the first game in the text. Throws FormatError.
//
// SZ is n or columns:rows; without it the board is that of the game's default size. AB, AW and PL
// set up the board before the first move. Where RU names no swap rule, a swap among the moves does,
// and else `swap_rule` is taken. Variations end where they cannot be played, which goes to
// `left_out`; properties that are not understood are kept as they are.
GameFile read_sgf(std::string_view text, SwapRule swap_rule = SwapRule::none);
GameFile read_sgf(std::string_view text, SwapRule swap_rule, LeftOut& left_out);

// All games in the text, at least one.
void read_sgf_collection(std::string_view text, SwapRule swap_rule, LeftOut& left_out,
                         const VisitGame& visit);

// The text of a file, ten turns a line or up to a comment, ending in a newline. read_sgf() reads
// all of it back. Writes the result of a game that is over on the board, even where it is not
// given.
std::string write_sgf(const GameFile& game);

}  // namespace isthmus
