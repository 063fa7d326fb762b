// From boards filled at random to boards with a given number of black cells: K-subsets of the empty
// cells, all equally likely, for all boards of a word at once.
//
// The problem is that of Borsos, "Generating small random grids with a given number of occupied
// sites" (GPU Day 2023; gpu/baselines/k_subset.hpp). He has a board in a word and halves a set of
// candidates; here a word is one cell of many boards, so the coins of all are thrown at once,
// counted (SlicedCounter), and put right. fill_exactly() says why that is uniform.

#if defined(ISTHMUS_ENGINE_EXACT_FILL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_EXACT_FILL_HPP
#undef ISTHMUS_ENGINE_EXACT_FILL_HPP
#else
#define ISTHMUS_ENGINE_EXACT_FILL_HPP
#endif

#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/fills/sliced_counter.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// The words of some boards, cell by cell: bit b of words[cell] is the colour of the cell on board
// b, 1 for black. Cells are numbers from 0; nothing is checked.
template <class Word>
struct WordBoard {
  Word* words;

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word get(int cell) const { return words[cell]; }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void set(int cell, Word word) const { words[cell] = word; }
};

// One quarter of them, `number` from 0 to QuarterOf::kCount - 1: see QuarterOf.
template <class Word>
struct QuarterBoard {
  using Quarter = typename QuarterOf<Word>::Type;

  Word* words;
  int number;

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Quarter get(int cell) const {
    return get_quarter(words[cell], number);
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void set(int cell, Quarter quarter) const {
    set_quarter(words[cell], number, quarter);
  }
};

// For each board the colour of which it has too many cells, and how many; remove() works that off.
//
// This is the reference of the three classes that do so, and the one for CPUs: a word is a
// register, one thread goes on alone, three cells of the order at a time, until none of its boards
// has excess. WarpExcess (gpu/fills/warp_exact_fill.cuh) does the same with a word a lane;
// LaneGroupExcess (gpu/fills/lane_group_excess.cuh) with the cells of a word's boards shared out
// to several lanes. All three turn the same cells.
template <class Word>
class Excess {
 public:
  static constexpr int kPlanes = SlicedCounter<Word>::kPlanes - 1;

  // From the number of black cells less that wanted, in `planes` + 1 bits of two's complement;
  // `planes` from 2 to kPlanes.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Excess(const SlicedCounter<Word>& surplus, int planes)
      : white_(surplus.plane(planes)), many_(planes > kFewPlanes) {
    Word carry = white_;
    for (int i = 0; i < kPlanes; ++i) {
      planes_[i] = i < planes ? surplus.plane(i) ^ white_ : Word{};
      if (i < planes) carry = half_add(planes_[i], carry);
    }
  }

  // Of one quarter of the words.
  template <class Whole>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Excess(const Excess<Whole>& whole, int number)
      : white_(get_quarter(whole.white_, number)), many_(whole.many_) {
    for (int i = 0; i < kPlanes; ++i) planes_[i] = get_quarter(whole.planes_[i], number);
  }

  // Calls order(n), n = 0, 3, 6, ..., each for three places on `board`, a WordBoard or
  // QuarterBoard, and turns the cells there round on the boards where they have the colour in
  // excess, until no board has any.
  template <class Board, class Order>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void remove(const Board& board, Order&& order) {
    int place = 0;
    if (many_) remove_down_to<kPlanes, kFewPlanes>(board, order, place);
    remove_down_to<kFewPlanes, 2>(board, order, place);
    remove_down_to<2, 0>(board, order, place);
  }

 private:
  template <class>
  friend class Excess;

  // Left to chance an excess is hardly ever beyond these, and the work grows with the planes.
  // To be choosier does not pay: where a loop ends is hard for processors to guess.
  static constexpr int kFewPlanes = 6;

  // Works with kUsed planes until those from kLeft on are clear.
  template <int kUsed, int kLeft, class Board, class Order>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void remove_down_to(const Board& board, Order&& order,
                                                         int& place) {
    while (any(any_plane<kLeft, kUsed>())) {
      const Word low0 = planes_[0];
      const Word low1 = planes_[1];
      const Word high = any_plane<2, kUsed>();
      const auto cells = order(place);
      for (std::size_t i = 0; i < 3; ++i) {
        board.set(cells[i], turned(board.get(cells[i]), high));
      }
      place += 3;
      // Three at most were taken, so the low planes have wrapped round where they have grown.
      Word borrow = (planes_[1] & ~low1) | (~(planes_[1] ^ low1) & planes_[0] & ~low0);
      for (int i = 2; i < kUsed; ++i) {
        planes_[i] = planes_[i] ^ borrow;
        borrow = borrow & planes_[i];
      }
    }
  }

  // Whether any of the planes from kFirst to kEnd - 1 is set.
  template <int kFirst, int kEnd>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word any_plane() const {
    Word set{};
    for (int i = kFirst; i < kEnd; ++i) set = set | planes_[i];
    return set;
  }

  // One cell turned round where it has the colour in excess and there is some excess left: in the
  // low planes, or beyond them in `high`. Takes it off the low planes.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word turned(Word cell, Word high) {
    const Word taken = (cell ^ white_) & (planes_[0] | planes_[1] | high);
    planes_[1] = planes_[1] ^ (taken & ~planes_[0]);
    planes_[0] = planes_[0] ^ taken;
    return cell ^ taken;
  }

  Word white_;            // boards with too many white cells
  Word planes_[kPlanes];  // by how many
  bool many_;             // whether planes from kFewPlanes on may be set
};

// Puts random words on the board as they are drawn, on every step-th cell of a list.
template <class Word, class Next>
struct Placing {
  Next next;
  Word* board;
  const std::uint16_t* cell;
  int step;

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word operator()() {
    const Word word = next();
    board[*cell] = word;
    cell += step;
    return word;
  }
};

// Fills `count` cells of each board at random, black or white alike, and gives what is then too
// many or too few for just `blacks` black cells. `cells` are their places on `board`, 0 <= blacks
// <= count <= 1024. generator(i) gives the i-th of `generators` >= 1 sources of random words, which
// take turns with the cells: the n-th cell gets a word of source n % generators.
template <class Word, class Generator>
ISTHMUS_HOST_DEVICE Excess<Word> fill_at_random(Word* board, const std::uint16_t* cells, int count,
                                                int blacks, int generators, Generator&& generator) {
  SlicedCounter<Word> surplus(-blacks);
  for (int i = 0; i < generators && i < count; ++i) {
    Placing<Word, decltype(generator(i))> place{generator(i), board, cells + i, generators};
    int left = (count - i + generators - 1) / generators;
    for (; left >= surplus.kBatch; left -= surplus.kBatch) surplus.add(place);
    if (left > 0) surplus.add([&] { return left-- > 0 ? place() : Word{}; });
  }
  surplus.finish();
  int planes = 2;
  while ((blacks >> planes) != 0 || ((count - blacks) >> planes) != 0) ++planes;
  return Excess<Word>(surplus, planes);
}

// Fills cells so that just `blacks` of them are black: first at random, then by turning cells of
// the colour in excess round in a random order. Every set of `blacks` cells is equally likely, as
// the first step is alike for all sets of one size, and the second for all cells. Parameters are
// those of fill_at_random(). order(n) gives the places on the board of the cells n, n + 1 and n + 2
// of a uniformly random order of all of them, for n = 0, 3, 6, ..., up to 2 places beyond the last,
// where any cell will do.
template <class Word, class Generator, class Order>
ISTHMUS_HOST_DEVICE void fill_exactly(Word* board, const std::uint16_t* cells, int count,
                                      int blacks, int generators, Generator&& generator,
                                      Order&& order) {
  fill_at_random(board, cells, count, blacks, generators, generator)
      .remove(WordBoard<Word>{board}, order);
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
