#pragma once

#include <memory>

#include "engine/board/board.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/h_search.hpp"

namespace isthmus {

// H-search on a board of Hex or Y, with all that it has found where it keeps a history. Throws
// std::invalid_argument for another board.
std::unique_ptr<VirtualConnections> make_hex_connections(const Board& board,
                                                         const ConnectionLimits& limits = {});

}  // namespace isthmus
