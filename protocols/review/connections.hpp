#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// What joins stones and edges for certain on boards of hexagons: each claim is about so few cells
// that it is checked to the end. On other boards nothing is found.

// Whether what follows says something of a game: it is played on hexagons, and connections win.
bool is_about_connections(const Game& game);

// A stone joined to another, or to an edge, for certain: with either side to move, if both stay
// within the carrier.
struct Connection {
  Cell stone;
  std::optional<Cell> other;  // a stone; nothing: an edge
  std::size_t goal = 0;       // then: which of Board::goals()
  int row = 0;                // and how far the stone is from it: 2 a bridge, 3 an edge template
  CellSet carrier;            // empty cells
};

// How a stone of `colour` on this cell of the position would be joined to groups and edges of his
// that its own group does not touch: to each once, by bridges before edge templates, no two of them
// sharing a cell of their carriers, so that all of them hold together. The stone may be there
// already.
std::vector<Connection> connections_of(const Board& board, const Position& position, Colour colour,
                                       Cell cell);

// A cell of a bridge, as seen by a side that may play on it.
struct BridgeCell {
  Connection bridge;  // by its shape: one of the carrier's cells may hold a stone
  Cell rest;          // the carrier's other cell
};

// The bridges of `owner` that this empty cell is in, between different groups or a group and an
// edge that it does not touch, and whose other cell is empty or holds a stone of his opponent.
std::vector<BridgeCell> bridges_over(const Board& board, const Position& position, Colour owner,
                                     Cell cell);

// The least cells within `free` by which a lone stone is joined to the edge if the opponent plays
// first, as far as `max_stones` more stones do; nothing where there are none. `free` are cells that
// are empty; all others count as the opponent's. No cell of what is returned can be left out.
std::optional<CellSet> edge_carrier(const Board& board, Cell stone, std::size_t goal,
                                    const CellSet& free, int max_stones);

}  // namespace isthmus
