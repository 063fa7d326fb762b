#pragma once

#include "engine/board/cell_set.hpp"
#include "games/certificates/certificate.hpp"

namespace isthmus {

// What facts of Hex and Y may take for granted of a colour that has some stones and plays on some
// empty cells, and whose opponent has the rest.

// Whether the colour can do without this cell, which is in neither set: of its stones, the empty
// cells and its edges next to the cell, each two touch each other or stones of one chain. So what
// it joins over the cell it has joined past the cell as well.
bool is_needless(const FactRules& rules, const CellSet& stones, const CellSet& empty, Cell cell);

// Whether each cell of a pair is needless where the colour has the other. With one cell the colour
// wins whatever it wins with both, and by answering in the pair it always gets one. No cell of the
// pair may be in `empty`; whether they are in `stones` does not matter.
bool is_captured(const FactRules& rules, const CellSet& stones, const CellSet& empty,
                 const CellPair& pair);

}  // namespace isthmus
