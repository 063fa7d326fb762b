// The majority reduction for machines with many registers.

#if defined(ISTHMUS_ENGINE_TILED_REDUCTION_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_TILED_REDUCTION_HPP
#undef ISTHMUS_ENGINE_TILED_REDUCTION_HPP
#else
#define ISTHMUS_ENGINE_TILED_REDUCTION_HPP
#endif

#include <array>
#include <cstddef>
#include <utility>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/board/move.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Reference: majority_reduction(), which explains it and names the others. What differs: it leaves
// the board as it is and does not go to memory for each cell and level. It takes the board in tiles
// of at most kRows x kColumns cells, and holds a tile in registers through all levels. A cell looks
// below and to the right only, so tiles are done from the bottom right to the top left; each leaves
// the history of its top row and left column, level by level, to the tiles above and to its left.
template <class Word, int kRows, int kColumns>
class TiledReduction {
 public:
  // For boards of this shape, as majority_reduction() takes it; rows and columns from 1 to
  // kMaxSide.
  TiledReduction(int rows, int columns, int side)
      : columns_(columns), side_(side), row_cuts_(rows, kRows), column_cuts_(columns, kColumns) {
    for (Word& word : black_) word = uniform_word<Word>(true);
    for (Word& word : white_) word = uniform_word<Word>(false);
  }

  // The word of boards where Black is connected.
  Word operator()(const Word* board) {
    for (int i = row_cuts_.count - 1; i >= 0; --i) {
      for (int j = column_cuts_.count - 1; j >= 0; --j) reduce_tile(board, i, j);
    }
    return row_history_[0][(side_ - 1) * column_cuts_.at[1]];
  }

 private:
  // A side of the board, cut into pieces that differ in length by one at most.
  struct Cuts {
    Cuts(int length, int most) : count((length + most - 1) / most) {
      for (int i = 0; i <= count; ++i) at[i] = i * length / count;
    }
    int count;
    int at[kMaxSide + 1];
  };

  // The histories that a tile reads and writes on one of its sides. It writes each level where
  // it read the one before.
  struct Border {
    Word* out;
    const Word* in;
    int in_step;
  };

  void reduce_tile(const Word* board, int i, int j) {
    const int row = row_cuts_.at[i];
    const int column = column_cuts_.at[j];
    const int height = row_cuts_.at[i + 1] - row;
    const int width = column_cuts_.at[j + 1] - column;
    const int levels = side_ - 1 - row - column;
    if (levels < 0) return;
    Border below{row_history_[j] + i * width, row_history_[j] + (i + 1) * width, width};
    Border right{column_history_ + j * height, column_history_ + (j + 1) * height, height};
    if (i + 1 == row_cuts_.count) below.in = black_, below.in_step = 0;
    if (j + 1 == column_cuts_.count) right.in = white_, right.in_step = 0;
    kTiles[static_cast<std::size_t>((height - 1) * kColumns + width - 1)](
        board + row * columns_ + column, columns_, levels, below, right);
  }

  // Indexes are constants throughout, as else compilers would not keep the cells in registers.
  template <int kHeight, int kWidth>
  class Tile {
   public:
    ISTHMUS_INLINE Tile(const Word* board, int stride, Border below, Border right)
        : below_(below), right_(right) {
      load(board, stride, std::make_integer_sequence<int, kHeight * kWidth>{});
    }

    // Takes the tile down by that many levels and leaves the history of all.
    ISTHMUS_INLINE void reduce(int levels) {
      constexpr int kFull = kHeight + kWidth - 2;
      for (; levels > kFull; --levels) step<kFull>();
      finish<kFull - 1>(levels);
      leave<0>();
    }

   private:
    template <int... kCell>
    ISTHMUS_INLINE void load(const Word* board, int stride, std::integer_sequence<int, kCell...>) {
      ((cells_[kCell] = board[kCell / kWidth * stride + kCell % kWidth]), ...);
    }

    // The last steps, in which ever fewer cells are needed.
    template <int kFront>
    ISTHMUS_INLINE void finish(int levels) {
      if constexpr (kFront >= 0) {
        if (kFront < levels) step<kFront>();
        finish<kFront - 1>(levels);
      }
    }

    // Leaves the history of this level and takes the cells with row + column <= kFront, which are
    // all that is still needed, down to the next.
    template <int kFront>
    ISTHMUS_INLINE void step() {
      leave<kFront + 1>();
      advance<kFront>(std::make_integer_sequence<int, kHeight * kWidth>{});
      below_.in += below_.in_step;
      right_.in += right_.in_step;
    }

    template <int kFront>
    ISTHMUS_INLINE void leave() {
      leave_row<kFront>(std::make_integer_sequence<int, kWidth>{});
      leave_column<kFront>(std::make_integer_sequence<int, kHeight>{});
      below_.out += kWidth;
      right_.out += kHeight;
    }
    template <int kFront, int... kColumn>
    ISTHMUS_INLINE void leave_row(std::integer_sequence<int, kColumn...>) {
      ((kColumn <= kFront ? void(below_.out[kColumn] = cells_[kColumn]) : void()), ...);
    }
    template <int kFront, int... kRow>
    ISTHMUS_INLINE void leave_column(std::integer_sequence<int, kRow...>) {
      ((kRow <= kFront ? void(right_.out[kRow] = cells_[kRow * kWidth]) : void()), ...);
    }

    template <int kFront, int... kCell>
    ISTHMUS_INLINE void advance(std::integer_sequence<int, kCell...>) {
      (advance_cell<kFront, kCell / kWidth, kCell % kWidth>(), ...);
    }
    template <int kFront, int kRow, int kColumn>
    ISTHMUS_INLINE void advance_cell() {
      if constexpr (kRow + kColumn <= kFront) {
        constexpr int kCell = kRow * kWidth + kColumn;
        Word below, right;
        if constexpr (kRow + 1 < kHeight) {
          below = cells_[kCell + kWidth];
        } else {
          below = below_.in[kColumn];
        }
        if constexpr (kColumn + 1 < kWidth) {
          right = cells_[kCell + 1];
        } else {
          right = right_.in[kRow];
        }
        cells_[kCell] = majority(cells_[kCell], below, right);
      }
    }

    Border below_;
    Border right_;
    Word cells_[kHeight * kWidth];
  };

  template <int kHeight, int kWidth>
  static void run_tile(const Word* board, int stride, int levels, Border below, Border right) {
    Tile<kHeight, kWidth>(board, stride, below, right).reduce(levels);
  }

  using TileFunction = void (*)(const Word*, int, int, Border, Border);

  template <std::size_t... kIndexes>
  static constexpr auto tile_functions(std::index_sequence<kIndexes...>) {
    return std::array<TileFunction, sizeof...(kIndexes)>{
        run_tile<kIndexes / kColumns + 1, kIndexes % kColumns + 1>...};
  }
  // By height and width, both less one.
  static constexpr auto kTiles = tile_functions(std::make_index_sequence<kRows * kColumns>{});

  static constexpr int kMaxTiles = kMaxSide;                  // along a side
  static constexpr int kMaxSlots = 2 * kMaxSide + kMaxTiles;  // levels, and where they move to

  int columns_;
  int side_;
  Cuts row_cuts_;
  Cuts column_cuts_;
  Word black_[kColumns];
  Word white_[kRows];
  Word row_history_[(kMaxSide + kColumns - 1) / kColumns][kMaxSlots * kColumns];
  Word column_history_[kMaxSlots * kRows];
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
