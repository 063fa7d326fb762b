// Who is connected on a filled board, by logic alone.

#if defined(ISTHMUS_ENGINE_MAJORITY_REDUCTION_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_MAJORITY_REDUCTION_HPP
#undef ISTHMUS_ENGINE_MAJORITY_REDUCTION_HPP
#else
#define ISTHMUS_ENGINE_MAJORITY_REDUCTION_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// The bit of a word is set where Black is connected on that board; `board`, words by row * columns
// + column, is used up. 1 <= rows, columns; `side` is rows + columns - 1 for a rhombus, and rows =
// columns for a triangle.
//
// This is the reference of five reductions, which all give the same. It goes through memory, cell
// by cell and level by level. The others differ in where the cells are:
//   TiledReduction (tiled_reduction.hpp)                       CPUs: tiles in registers, one by one
//   register_reduction() (gpu/fills/register_reduction.cuh)    GPUs: all in a thread's registers
//   LaneGroupReduction (gpu/fills/lane_group_reduction.cuh)    GPUs: columns in several lanes
//   RowReduction (gpu/baselines/row_reduction.hpp)             GPUs: few boards, a row in two words
//
// A filled triangle turns into one whose side is less by one when each three cells (i, j),
// (i+1, j), (i, j+1) become one of their majority's colour, and the winner stays the same (the
// micro-reduction of van Rijswijck, "Search and evaluation in Hex", 2002, and of Schensted and
// Titus, "Mudcrack Y & Poly-Y", 1975). The last cell is the winner. A rhombus is the top left part
// of a triangle of side `side` = rows + columns - 1, whose other cells are black below it and white
// to its right. A triangle has rows = columns = side.
template <class Word>
ISTHMUS_HOST_DEVICE Word majority_reduction(Word* board, int rows, int columns, int side) {
  const Word black = uniform_word<Word>(true);
  const Word white = uniform_word<Word>(false);
  for (int level = side - 2; level >= 0; --level) {
    for (int i = 0; i < rows && i <= level; ++i) {
      Word* row = board + i * columns;
      for (int j = 0; j < columns && j <= level - i; ++j) {
        const Word below = i + 1 < rows ? row[columns + j] : black;
        const Word right = j + 1 < columns ? row[j + 1] : white;
        row[j] = majority(row[j], below, right);
      }
    }
  }
  return board[0];
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
