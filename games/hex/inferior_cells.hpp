#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/chains.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// Cells that it is certain need not be played on, in Hex.
//
// A cell is dead where its colour changes the winner of no filled board that the position can lead
// to. A set of cells is captured by a colour that can answer each of the opponent's stones within
// the set so that the stone is dead: the cells may be taken to be the colour's, either side to
// move. (For both: Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell analysis in Hex and
// the Shannon game", 2006.) Here the sets are pairs: each cell dies when the other is filled.
//
// Dead cells are found by their neighbours, from the definition. A colour wins by a path of its
// cells and edges that has no short cut. Its chains count as one step, and so the cell is on no
// such path where all steps beside it are beside each other, or where nothing can be reached from
// it but one chain. Cells for which this holds of both colours are looked for.

// What may be taken for granted on a board. Each cell is filled in by reason of what was there
// before it: a cell that two captured ones have killed is dead only as long as both are captured.
//
// Invariant: what a colour has captured stays captured. To find more, go on from the filled
// board, and never fill one in anew from some of its cells, where captured ones might come out as
// merely dead, and what rests on them would rest on nothing. So, if a colour wins on the filled
// board though the opponent has all empty cells there but some, its carrier, then it wins from the
// stones alone though the opponent has all but rests_on(colour, carrier). (engine/game/carrier.hpp
// makes that position, and tests play it out.)
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

// The mover's vulnerable cells in increasing order, each with its least killer. That they need not
// be played: if a move on one wins, then also from the position where both cells are the
// opponent's, and with the mover to play; from there go on with a cell that is not vulnerable
// there.
template <int kWords>
std::vector<VulnerableCell> vulnerable_cells(const HexBoard<kWords>& board,
                                             const HexStones<kWords>& stones, Colour mover);

// The same of the board that fill_on() leaves, which goes on from `filled`: in less time than both.
template <int kWords>
std::vector<VulnerableCell> fill_on(const HexBoard<kWords>& board, FilledBoard<kWords>& filled,
                                    Colour mover);

// Cells that the mover need not play as it may play on others, none of which is among them, in
// increasing order of these.
template <int kWords>
std::vector<DominatedCell> dominated_cells(const HexBoard<kWords>& board,
                                           const HexStones<kWords>& stones, Colour mover);

// A cell that is dead once a colour has a stone on another, its killer.
struct CellDeath {
  Cell cell;
  Cell killer;
  Colour colour;
};

// What is dead or would be.
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
