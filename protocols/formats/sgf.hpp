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
// Two more private properties go with GAME:
//   FIRST[W]           White is the first player, who with us is Black, in all that names a
//                      colour; only of games in which both want the same
//   CELLS[havannahgui] cells are named as in havannah_cells.hpp
// and one with any game:
//   HEXWORLD[r9c1]     how HexWorld draws the board (hexworld.hpp)
//
// What the reader understands besides:
//   resign, forfeit    the end of the game
//   pass               turns out of order: who moves is written with each move anyway
//   swap               of either form
//   "ca" for c1        cells as two letters, as in the SGF of Go. Where moreover White begins a
//                      game of Hex, Little Golem wrote it: there W moves first, joins top and
//                      bottom, and is PB (see https://littlegolem.net, *.hsgf); the swap rule is
//                      swap-pieces
//   GM[havannah]       Havannah of others, in the cells of HavannahGui; so are files without GM and
//                      GAME, where that is the default game. SZ[d=9] is side 5
//   EV[havannah.ch.1]  a tournament of Little Golem: the game, where neither GAME nor GM says it
//   RU[LG]             Havannah of Little Golem (*.hgf), in its cells, with colours as in its Hex;
//                      so is any with SO[...littlegolem...] and neither GM[havannah] nor GAME
//   White first        in files without GAME of games in which both want the same: as FIRST[W]
//   swap-pieces        followed by a move of the same colour, without RU, is swap-sides: so wrote
//                      HexGui before 1.0

// What files are that do not say it.
struct SgfDefaults {
  std::string_view game = {};  // empty: kDefaultGame
  SwapRule swap_rule = SwapRule::none;
};

// Reads the first game in the text. Throws FormatError.
//
// SZ is n or columns:rows; without it the board is that of the game's default size. AB, AW and PL
// set up the board before the first move. Where RU names no swap rule, a swap among the moves does,
// and else the default is taken. Variations end where they cannot be played, which goes to
// `omissions`; properties that are not understood are kept as they are.
GameFile read_sgf(std::string_view text, const SgfDefaults& defaults = {});
GameFile read_sgf(std::string_view text, const SgfDefaults& defaults, Omissions& omissions);

// All games in the text, at least one.
void read_sgf_collection(std::string_view text, const SgfDefaults& defaults, Omissions& omissions,
                         const VisitGame& visit);

// The text of a file, ten turns a line or up to a comment, ending in a newline. read_sgf() reads
// all of it back. Writes the result of a game that is over on the board, even where it is not
// given.
std::string write_sgf(const GameFile& game);
// The same with FIRST[W]. Throws FormatError for games in which the colours want different things.
std::string write_sgf_white_first(const GameFile& game);
// The same of Havannah with CELLS[havannahgui] too. Leaves out what would have others take it for a
// file of Little Golem, and marks on cells. Throws FormatError for other games and large boards.
std::string write_havannahgui(const GameFile& game, Omissions& omissions);

}  // namespace isthmus
