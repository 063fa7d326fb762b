#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/captures/capture_shape.hpp"

namespace isthmus {

// A board with captures that knows its groups: each is a tree of cells (union-find), whose root has
// the number of pairs of a stone and an empty neighbour, and the sides of the board that it is
// joined to. What a move costs so hardly depends on the size of the board. The lanes of a warp do
// all that a move always takes without branches, as each would wait for the others'.
//
// Cells are numbered by row * side + column, and have 16 bits each; those of kLanes boards lie side
// by side. So two lanes may meet in a bank of shared memory, but a place is a product and a sum.
// Sets of cells are in words of 32 bits in the same order, which is that of CaptureTask's draws.
template <class Shape, int kLanes>
class GroupBoard {
 public:
  static constexpr int kSide = Shape::kSide;
  static constexpr int kCells = kSide * kSide;
  static_assert(Shape::kRowsInWord == 1, "CaptureTask draws by rows");
  static constexpr int kSetWords = (kCells + 31) / 32;
  // How many words of 16 bits the cells of a board take, with the one beyond it, and how many of 32
  // its sets.
  static constexpr int kCellWords = kCells + 1;
  static constexpr int kSets = 2 * kSetWords;

  // As in the two highest bits of a cell.
  enum Colour : std::uint32_t { empty, beyond, black, white };

  // What a new stone meets.
  struct Surroundings {
    bool is_legal, has_empty, has_own;
    unsigned captured;  // a bit for each of the four
    int cells[4];       // kCells for one beyond the board
    int roots[4];       // of groups; cells where there is none
    std::uint32_t words[4];
    std::uint32_t contacts[4];  // how many of the four are of that group
  };

  // The first cell and the first set of the lane.
  ISTHMUS_HOST_DEVICE GroupBoard(std::uint16_t* cells, std::uint32_t* sets)
      : cells_(cells), sets_(sets) {}

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Colour colour(int cell) const {
    return colour_of(word_of(cell));
  }

  // A word of the set of empty cells that have a neighbour which is no stone of that colour: all
  // but its eyes.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t no_eyes(Colour colour, int word) const {
    return set_of(colour)[word * kLanes];
  }

  // Makes the board empty.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void clear() {
    put(kCells, beyond << kColour);
    for (int cell = 0; cell < kCells; ++cell) {
      const Beside beside(cell);
      std::uint32_t besides = 0;
      for (const int neighbour : beside.cells) besides += neighbour != kCells;
      put(cell, besides * (kOneNoBlack + kOneNoWhite));
    }
    for (int i = 0; i < kSetWords; ++i) {
      const std::uint32_t all = i < kCells / 32 ? ~0u : (1u << (kCells % 32)) - 1;
      set_of(black)[i * kLanes] = set_of(white)[i * kLanes] = all;
    }
  }

  // What a stone of `mover` would meet on an empty cell.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Surroundings look(int cell, Colour mover) {
    Surroundings around = groups_beside(cell);
    around.has_empty = around.has_own = around.is_legal = false;
    around.captured = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      const Colour colour = colour_of(around.words[i]);
      const bool has_others = (around.words[i] & kLiberties) > around.contacts[i];
      if (colour == other_than(mover) && !has_others) around.captured |= 1u << i;
      around.has_empty |= colour == empty;
      around.has_own |= colour == mover;
      around.is_legal |= colour == mover && has_others;
    }
    around.is_legal |= around.has_empty || around.captured != 0;
    return around;
  }

  // Puts a stone of `mover` on a cell of which `around` is what look() says. What it captures is
  // left on the board. Returns whether it joins two opposite sides.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE bool place(int cell, Colour mover,
                                                const Surroundings& around) {
    // The group of the most liberties, likely the largest, gives its root.
    std::uint32_t liberties = 0, joined = sides(cell);
    int root = cell, most = -1;
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      const Colour colour = colour_of(around.words[i]);
      const std::uint32_t left = (around.words[i] & kLiberties) - around.contacts[i];
      bool is_new = colour == mover;
      if (is_new && static_cast<int>(left) > most) {
        most = static_cast<int>(left);
        root = around.roots[i];
      }
      if (is_new) joined |= around.words[i] & kSides;
      ISTHMUS_UNROLL
      for (int j = 0; j < 4; ++j) is_new &= j >= i || around.roots[i] != around.roots[j];
      liberties += is_new ? left : colour == empty;
    }
    const std::uint32_t root_word = mover << kColour | kIsRoot | joined | liberties;
    const std::uint32_t child_word = mover << kColour | child_of(root);
    const std::uint32_t one_no_mover = one_no(mover);
    unsigned eyes = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      const Colour colour = colour_of(around.words[i]);
      const std::uint32_t lost = is_stone(colour)  ? around.contacts[i]
                                 : colour == empty ? one_no_mover
                                                   : 0;
      std::uint32_t word = around.words[i] - lost;
      if (colour == empty && (word & kCountMask * one_no_mover) == 0) eyes |= 1u << i;
      if (colour == mover) word = around.roots[i] == root ? root_word : child_word;
      put(around.roots[i], word);
    }
    put(cell, root == cell ? root_word : child_word);
    change_set(black, cell, false);
    change_set(white, cell, false);
    for (; eyes != 0; eyes &= eyes - 1) {
      change_set(mover, pick(around.cells, eyes), false);
    }
    return (joined & (kTop | kBottom)) == (kTop | kBottom) ||
           (joined & (kLeft | kRight)) == (kLeft | kRight);
  }

  // What a new stone captures is taken off the board stone by stone. Those that are to be taken
  // point to each other, the last one to kCells. Returns the first.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE int doom_captured(Colour other, const Surroundings& around) {
    int first = kCells;
    for (unsigned captured = around.captured; captured != 0; captured &= captured - 1) {
      doom(pick(around.cells, captured), other, first);
    }
    return first;
  }
  // Takes a stone of `other`, the first of those that are to be taken. Returns the next.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE int take(int cell, Colour other) {
    const Colour mover = other_than(other);
    const Surroundings around = groups_beside(cell, mover);
    const std::uint32_t one_no_other = one_no(other), one_no_mover = one_no(mover);
    int next = static_cast<int>(word_of(cell) & kParent);
    std::uint32_t self = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      std::uint32_t word = around.words[i];
      const Colour colour = colour_of(word);
      self += (colour != black && colour != beyond ? kOneNoBlack : 0) +
              (colour != white && colour != beyond ? kOneNoWhite : 0);
      if (colour == other) {
        if ((word & (kIsRoot | kIsDoomed)) != kIsDoomed) doom(around.cells[i], other, next);
      } else {
        word += is_stone(colour) ? around.contacts[i] : colour == empty ? one_no_other : 0;
        put(around.roots[i], word);
      }
    }
    put(cell, self);
    // Beside it is the stone that captures or one that was taken before, so that no cell that is
    // left empty is an eye of `other` even for a while.
    change_set(other, cell, true);
    change_set(mover, cell, (self & kCountMask * one_no_mover) != 0);
    return next;
  }

 private:
  // The bits of a cell. An empty one counts the neighbours on the board that are not black, and not
  // white. A root has its group's liberties, each as often as a stone is beside it (at most 482 on
  // 19 x 19), and sides; another stone its parent, or, if it is to be taken, the next of those.
  static constexpr int kColour = 14;
  static constexpr std::uint32_t kOneNoBlack = 1, kOneNoWhite = 8, kCountMask = 7;
  static constexpr std::uint32_t kIsRoot = 1 << 13;
  static constexpr std::uint32_t kLiberties = 511, kParent = 511, kIsDoomed = 512;
  static constexpr std::uint32_t kTop = 1 << 9, kBottom = 1 << 10, kLeft = 1 << 11,
                                 kRight = 1 << 12, kSides = 15 << 9;
  static_assert(kCells < 512, "cells are numbers of nine bits");

  struct Beside {
    int cells[4];

    ISTHMUS_HOST_DEVICE explicit Beside(int cell) {
      const int column = cell % kSide;
      cells[0] = cell >= kSide ? cell - kSide : kCells;
      cells[1] = cell < kCells - kSide ? cell + kSide : kCells;
      cells[2] = column > 0 ? cell - 1 : kCells;
      cells[3] = column < kSide - 1 ? cell + 1 : kCells;
    }
  };

  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE Colour colour_of(std::uint32_t word) {
    return static_cast<Colour>(word >> kColour);
  }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE bool is_stone(Colour colour) { return colour >= black; }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE Colour other_than(Colour colour) {
    return static_cast<Colour>(colour ^ black ^ white);
  }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE std::uint32_t sides(int cell) {
    const int column = cell % kSide;
    return (cell < kSide ? kTop : 0) | (cell >= kCells - kSide ? kBottom : 0) |
           (column == 0 ? kLeft : 0) | (column == kSide - 1 ? kRight : 0);
  }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE std::uint32_t one_no(Colour colour) {
    return colour == black ? kOneNoBlack : kOneNoWhite;
  }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE std::uint32_t child_of(int root) {
    return static_cast<std::uint32_t>(root);
  }
  // The one of four cells of the lowest bit. Not by a place in an array, which would put it into
  // memory.
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE int pick(const int (&cells)[4], unsigned bits) {
    const int up = cells[0], down = cells[1], left = cells[2], right = cells[3];
    int cell = right;
    if ((bits & 4) != 0) cell = left;
    if ((bits & 2) != 0) cell = down;
    if ((bits & 1) != 0) cell = up;
    return cell;
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t* set_of(Colour colour) const {
    return sets_ + (colour == black ? 0 : kSetWords * kLanes);
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t word_of(int cell) const {
    return cells_[cell * kLanes];
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void put(int cell, std::uint32_t word) {
    cells_[cell * kLanes] = static_cast<std::uint16_t>(word);
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void change_set(Colour colour, int cell, bool is_in) {
    std::uint32_t& word = set_of(colour)[cell / 32 * kLanes];
    const std::uint32_t bit = 1u << (cell % 32);
    word = is_in ? word | bit : word & ~bit;
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void doom(int cell, Colour colour, int& first) {
    put(cell, colour << kColour | kIsDoomed | static_cast<std::uint32_t>(first));
    first = cell;
  }

  // The cells beside one, and the roots of groups there: of both colours, or of `only`.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Surroundings groups_beside(int cell, Colour only = empty) {
    Surroundings around;
    const Beside beside(cell);
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      around.cells[i] = around.roots[i] = beside.cells[i];
      around.words[i] = word_of(beside.cells[i]);
    }
    // All four climb together, as each step waits for memory.
    const std::uint32_t mask = kIsRoot | (only == empty ? black : black | white) << kColour;
    const std::uint32_t child = (only == empty ? black : only) << kColour;
    for (bool climbs = true; climbs;) {
      climbs = false;
      ISTHMUS_UNROLL
      for (int i = 0; i < 4; ++i) {
        if ((around.words[i] & mask) == child) {
          around.roots[i] = static_cast<int>(around.words[i] & kParent);
          around.words[i] = word_of(around.roots[i]);
          climbs = true;
        }
      }
    }
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      around.contacts[i] = 1;
      if (around.roots[i] != beside.cells[i]) {  // the next climb is shorter
        put(beside.cells[i], (around.words[i] & 3u << kColour) | child_of(around.roots[i]));
      }
    }
    ISTHMUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      ISTHMUS_UNROLL
      for (int j = 0; j < 4; ++j) {
        const std::uint32_t is_same = j < i && around.roots[i] == around.roots[j];
        around.contacts[i] += is_same;
        around.contacts[j] += is_same;
      }
    }
    return around;
  }

  std::uint16_t* cells_;
  std::uint32_t* sets_;
};

}  // namespace isthmus
