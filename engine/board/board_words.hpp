#pragma once

#include <type_traits>

#include "engine/board/board.hpp"

// Has MACRO(kWords) for each number of words for sets of a board's cells that code is made for,
// from the least on.
#define ISTHMUS_FOR_WORDS(MACRO) MACRO(1) MACRO(2) MACRO(3) MACRO(6) MACRO(16)

namespace isthmus {

// Calls visit(std::integral_constant<int, kWords>) with the least number of words for sets of this
// board's cells, of those that code is made for.
template <class Visit>
auto with_words_for(const Board& board, Visit&& visit) {
  static_assert(kMaxCells == 16 * 64);
  const int cells = board.cell_range();
#define ISTHMUS_WORDS(kWords)                           \
  if (kWords == kMaxCells / 64 || cells <= 64 * kWords) \
    return visit(std::integral_constant<int, kWords>{});
  ISTHMUS_FOR_WORDS(ISTHMUS_WORDS)
#undef ISTHMUS_WORDS
}

}  // namespace isthmus
