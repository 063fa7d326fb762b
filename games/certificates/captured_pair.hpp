#pragma once

#include "engine/board/cell_set.hpp"
#include "games/certificates/certificate.hpp"

namespace isthmus {

// What facts of Hex and Y may take for granted of a colour that has some stones and plays on some
// empty cells, and whose opponent has the rest.

// Whether the colour can do without this cell, which is in neither set: of what it may have or
// touch there, stones, cells and edges, each two touch, or touch stones of one chain. Who has
// joined something by way of the cell so has joined it past the cell as well.
bool is_needless(const FactRules& rules, const CellSet& stones, const CellSet& empty, Cell cell);

// Whether each cell of a pair is needless where the colour has the other. So it wins with one of
// them whatever it wins with both, and one is left to it, as it answers there. No cell of the pair
// may be in `empty`; whether they are in `stones` does not matter.
bool is_captured(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                 const CellPair& pair);

}  // namespace isthmus
