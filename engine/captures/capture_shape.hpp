#pragma once

#include <cstdint>
#include <utility>

#include "engine/base/host_device.hpp"
#include "engine/captures/capture_task.hpp"

namespace isthmus {

// How a board of captures lies in words of 32 bits. Rows are as wide as the board and a bit, which
// keeps them apart. Word j of w has the rows j, j + w, j + 2w, ... from the lowest bit on: so the
// neighbours above and below a word are the words beside it, as they are, but for the first and the
// last.
ISTHMUS_HOST_DEVICE constexpr int capture_rows_in_word(int side) {
  return 33 / (side + 1);  // the last needs no bit to keep it apart
}
ISTHMUS_HOST_DEVICE constexpr int capture_words(int side) {
  const int rows = capture_rows_in_word(side);
  return (side + rows - 1) / rows;
}

template <int kSideOfBoard>
struct CaptureShape {
  static constexpr int kSide = kSideOfBoard;
  static constexpr int kPitch = kSide + 1;
  static constexpr int kWords = capture_words(kSide);
  static constexpr int kRowsInWord = capture_rows_in_word(kSide);
  static constexpr int kMoveLimit = kCaptureMovesPerCell * kSide * kSide;

  // Bits of a word: those of `row`, a set of columns, in each of its rows.
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t each_row(int word, std::uint32_t row) {
    std::uint32_t bits = 0;
    for (int i = 0; i < kRowsInWord; ++i) {  // a number that nvcc knows, so that it unrolls
      if (word + i * kWords < kSide) bits |= row << (i * kPitch);
    }
    return bits;
  }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t board(int word) {
    return each_row(word, (1u << kSide) - 1);
  }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t left(int word) { return each_row(word, 1); }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t right(int word) {
    return each_row(word, 1u << (kSide - 1));
  }
  // The first row, in word 0, and the last, in word kBottomWord.
  static constexpr std::uint32_t kTop = (1u << kSide) - 1;
  static constexpr int kBottomWord = (kSide - 1) % kWords;
  static constexpr std::uint32_t kBottom = kTop << ((kSide - 1) / kWords * kPitch);
};

// The number of the bit of a cell, counted from the lowest bit of word 0 on.
ISTHMUS_HOST_DEVICE constexpr int capture_bit(int side, int cell) {
  const int words = capture_words(side);
  const int row = cell / side, column = cell % side;
  return row % words * 32 + row / words * (side + 1) + column;
}

// Calls visit(CaptureShape<side>()), the side being one of those that tasks may have.
template <class Visit>
decltype(auto) with_capture_shape(int side, Visit&& visit) {
  switch (side) {
#define ISTHMUS_CAPTURE_SIDE(SIDE) \
  case SIDE:                       \
    return visit(CaptureShape<SIDE>());
    ISTHMUS_CAPTURE_SIDE(5)
    ISTHMUS_CAPTURE_SIDE(6)
    ISTHMUS_CAPTURE_SIDE(7)
    ISTHMUS_CAPTURE_SIDE(8)
    ISTHMUS_CAPTURE_SIDE(9)
    ISTHMUS_CAPTURE_SIDE(10)
    ISTHMUS_CAPTURE_SIDE(11)
    ISTHMUS_CAPTURE_SIDE(12)
    ISTHMUS_CAPTURE_SIDE(13)
    ISTHMUS_CAPTURE_SIDE(14)
    ISTHMUS_CAPTURE_SIDE(15)
    ISTHMUS_CAPTURE_SIDE(16)
    ISTHMUS_CAPTURE_SIDE(17)
    ISTHMUS_CAPTURE_SIDE(18)
    default:
      ISTHMUS_CAPTURE_SIDE(19)
#undef ISTHMUS_CAPTURE_SIDE
  }
}

}  // namespace isthmus
