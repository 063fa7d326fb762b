#pragma once

#include <type_traits>

#include "engine/board/board.hpp"

namespace isthmus {

// Calls visit(std::integral_constant<int, kWords>) with the least number of words for sets of this
// board's cells, of those that code is made for.
template <class Visit>
auto with_words_for(const Board& board, Visit&& visit) {
  const int cells = board.cell_range();
  if (cells <= 64) return visit(std::integral_constant<int, 1>{});
  if (cells <= 128) return visit(std::integral_constant<int, 2>{});
  if (cells <= 192) return visit(std::integral_constant<int, 3>{});
  if (cells <= 384) return visit(std::integral_constant<int, 6>{});
  return visit(std::integral_constant<int, kMaxCells / 64>{});
}

}  // namespace isthmus
