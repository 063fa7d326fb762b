#include "games/hex/decomposition.hpp"

#include <algorithm>
#include <vector>

#include "games/hex/smallest_connections.hpp"

namespace isthmus {

namespace {

template <int kWords>
CellBits<kWords> around(const HexBoard<kWords>& board, const CellBits<kWords>& cells) {
  CellBits<kWords> found;
  cells.for_each([&](Cell cell) { found = found | board.neighbours(cell); });
  return found;
}

// The cells that can be reached from some, these among them, over cells that may be passed, and
// none behind a cell that stops.
template <int kWords>
CellBits<kWords> reached(const HexBoard<kWords>& board, const CellBits<kWords>& from,
                         const CellBits<kWords>& passable, const CellBits<kWords>& stops) {
  CellBits<kWords> all = from;
  for (CellBits<kWords> fresh = from; !fresh.empty();) {
    fresh = (around(board, fresh - stops) & passable) - all;
    all = all | fresh;
  }
  return all;
}

}  // namespace

template <int kWords>
CellBits<kWords> captured_by_joining(const HexBoard<kWords>& board, const HexStones<kWords>& stones,
                                     Colour colour, const HSearch<kWords>& connections,
                                     const CellBits<kWords>& taken) {
  using Cells = CellBits<kWords>;
  using End = typename HSearch<kWords>::End;
  const Cells own_or_empty = board.cells() - stones[opponent(colour)];
  std::vector<Cells> beside;  // by chain: the cells next to it, and stones for its edge
  for (End chain = 0; connections.is_chain(chain); ++chain) {
    beside.push_back(around(board, connections.cells_of(chain)));
    if (chain < 2) beside.back() = beside.back() | board.edge(colour, chain);
  }
  Cells captured;
  for (End a = 2; a < beside.size(); ++a) {
    for (End b = 0; b < a; ++b) {
      const auto full = connections.full(a, b);
      if (full.empty()) continue;
      const Cells both = connections.cells_of(a) | connections.cells_of(b);
      const Cells passable = own_or_empty - both;
      Cells from;
      for (End edge : {End{0}, End{1}}) {
        if (edge != b) from = from | (board.edge(colour, edge) & passable);
      }
      const Cells outside = reached(board, from, passable, beside[a] | beside[b]);
      const auto inside = std::find_if(full.begin(), full.end(), [&](const auto& connection) {
        return (connection.carrier & (outside | taken)).empty();
      });
      if (inside != full.end()) captured = captured | inside->carrier;
    }
  }
  return captured;
}

#define ISTHMUS_DECOMPOSITION(kWords)                                                              \
  template CellBits<kWords> captured_by_joining(const HexBoard<kWords>&, const HexStones<kWords>&, \
                                                Colour, const HSearch<kWords>&,                    \
                                                const CellBits<kWords>&)
ISTHMUS_DECOMPOSITION(1);
ISTHMUS_DECOMPOSITION(2);
ISTHMUS_DECOMPOSITION(3);
ISTHMUS_DECOMPOSITION(6);
ISTHMUS_DECOMPOSITION(16);
#undef ISTHMUS_DECOMPOSITION

}  // namespace isthmus
