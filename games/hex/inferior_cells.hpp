#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/chains.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// Cells that certainly need not be played on, in Hex.
//
// A cell is dead if its colour changes the winner of no filled board that the position can lead to.
// A colour captures a set of cells if it can answer each stone of the opponent within the set so
// that this stone is dead: the cells may be taken to be the colour's, whoever is to move. (For
// both: Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell analysis in Hex and the Shannon
// game", 2006.) Here the sets are pairs, of which each cell is dead once the colour has the other.
//
// How dead cells are found: a colour that wins does so by a path without a short cut, of cells and
// of chains, each of which is one step. No such path goes over a cell if all steps beside it are
// beside each other, or if only one chain can be reached from it. If this holds for one of the
// colours the cell is dead: that colour never needs it, so that the other wins nothing by it.

// A board with dead and captured cells filled in. Each is filled in by reason of what was there
// before it: a cell that two captured ones have killed is dead only as long as both are captured.
//
// Invariant: what a colour has captured stays captured. To find more, go on from the filled board.
// If one were filled in anew from some of its cells, captured ones might come out as merely dead,
// and what rests on them would rest on nothing.
//
// Carriers: say that a colour wins on the filled board though the opponent has all empty cells
// there but those of a carrier. Then it wins from the stones alone though the opponent has all but
// rests_on(colour, carrier). (engine/game/carrier.hpp makes that position, and tests play it out.)
template <int kWords>
struct FilledBoard {
  HexStones<kWords> stones;                       // with all that follows filled in
  CellBits<kWords> dead = {};                     // filled in as black
  std::array<CellBits<kWords>, 2> captured = {};  // by colour

  void capture(Colour colour, const CellBits<kWords>& cells) {
    CellBits<kWords>& all = captured[static_cast<std::size_t>(colour)];
    all = all | cells;
    stones[colour] = stones[colour] | cells;
  }
  CellBits<kWords> rests_on(Colour colour, const CellBits<kWords>& carrier) const {
    return carrier | captured[static_cast<std::size_t>(colour)];
  }
};

// Fills in dead and captured cells until there are no more. Does nothing where a colour has won,
// and stops when one has.
template <int kWords>
void fill_on(const HexBoard<kWords>& board, FilledBoard<kWords>& filled);

// The same from stones.
template <int kWords>
FilledBoard<kWords> fill_in(const HexBoard<kWords>& board, const HexStones<kWords>& stones) {
  FilledBoard<kWords> filled{stones};
  fill_on(board, filled);
  return filled;
}

// The mover's vulnerable cells in increasing order, each with its least killer. Why they need not
// be played: say that a move on one wins. After the answer on the killer that stone is dead, so
// that the mover, to play, also wins where both cells are the opponent's; there it does so, by the
// same argument, on a cell that is not vulnerable. That cell is not vulnerable here either, and
// wins.
template <int kWords>
std::vector<VulnerableCell> vulnerable_cells(const HexBoard<kWords>& board,
                                             const HexStones<kWords>& stones, Colour mover);

// Fills in as fill_on() does, and returns the vulnerable cells of that board: quicker than both.
template <int kWords>
std::vector<VulnerableCell> fill_on(const HexBoard<kWords>& board, FilledBoard<kWords>& filled,
                                    Colour mover);

// Cells that the mover need not play, each with another that is as good and not among them; in
// increasing order of these others.
template <int kWords>
std::vector<DominatedCell> dominated_cells(const HexBoard<kWords>& board,
                                           const HexStones<kWords>& stones, Colour mover);

// A cell that is dead once a colour has a stone on another, its killer.
struct CellDeath {
  Cell cell;
  Cell killer;
  Colour colour;
};

// The cells that are dead, and those that would be after one more stone.
template <int kWords>
struct CellDeaths {
  bool is_decided = false;  // a colour has joined its edges; nothing else is set then
  CellBits<kWords> dead;
  std::vector<CellDeath> deaths;  // of cells that are not dead, in increasing order
};
template <int kWords>
CellDeaths<kWords> cell_deaths(const HexBoard<kWords>& board, const HexStones<kWords>& stones);

// To find dominated cells takes filling in once for each cell: on 14 x 14 some tenths of a second.
inline constexpr int kMaxCellsOfDominated = 200;

}  // namespace isthmus
