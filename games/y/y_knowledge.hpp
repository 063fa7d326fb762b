#pragma once

#include <memory>

#include "engine/board/board.hpp"
#include "engine/theory/knowledge.hpp"

namespace isthmus {

// What is certain in Y on this board, which must outlive it: who wins by virtual connections
// (games/y/y_connections.hpp), and else the cells where the opponent's ways to win must be met,
// those first that are nearest to the edges for both colours. Throws std::invalid_argument for a
// board that is no triangle.
std::unique_ptr<Knowledge> make_y_knowledge(const Board& board);

}  // namespace isthmus
