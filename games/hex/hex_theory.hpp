#pragma once

#include <memory>

#include "engine/board/board.hpp"
#include "engine/theory/theory.hpp"

namespace isthmus {

// What is certain in Hex on this board, which must outlive it: inferior_cells.hpp, h_search.hpp and
// hex_solver.hpp describe how. Throws std::invalid_argument for a board that is no rhombus.
std::unique_ptr<const Theory> make_hex_theory(const Board& board);

}  // namespace isthmus
