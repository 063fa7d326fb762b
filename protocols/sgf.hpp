#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record.hpp"

namespace isthmus {

// One game as SGF, the Smart Game Format (FF[4], https://www.red-bean.com/sgf/), knows it.
//
// Hex is GM[11]. The other games are written likewise, with the private property GAME that names
// them: GAME[rex], GAME[y]. RU holds the swap rule: RU[none], RU[swap-pieces], RU[swap-sides].
// Moves are named as in "c3" (columns by letter, rows by number), or swap-pieces, swap-sides.
struct SgfGame {
  Record record;
  // Players go by the colours that they have at the end, as the result does: after swap-sides
  // the player who began has White.
  std::string black_name;  // PB
  std::string white_name;  // PW
  // RE: "B+" or "W+" for a win on the board, "B+R" by resignation, "B+T" by time, "B+F" by
  // forfeit, "0" for a draw, empty for unknown. The writer fills in a win on the board itself.
  std::string result = {};
  std::string comment = {};                // C of the first node
  std::vector<std::string> comments = {};  // C of turn i; may be shorter than the turns
};

// A file that is no SGF of a game that we know; the message begins "line L, column C: ".
class SgfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the main line of the first game in the text. Throws SgfError.
//
// SZ is n or columns:rows. AB, AW and PL set up the board before the first move. Where RU names
// no swap rule, a swap among the moves does, and else `swap_rule` is taken. Also understood, as
// other programs and servers write them: the move "swap" for a swap of either form, "resign" as
// the last move, and cells as two letters ("ca" is c1).
SgfGame read_sgf(std::string_view text, SwapRule swap_rule = SwapRule::none);

// The text of a file, ten turns a line, ending in a newline. read_sgf() reads all of it back.
std::string write_sgf(const SgfGame& game);

}  // namespace isthmus
