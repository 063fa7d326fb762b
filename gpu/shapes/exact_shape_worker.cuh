#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_end.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "gpu/device/warp.hpp"
#include "gpu/shapes/quarter_shapes.cuh"
#include "gpu/shapes/shape_boards.cuh"
#include "gpu/shapes/shape_kernels.hpp"

namespace isthmus {

// The numbers of the playouts under way, in the unit of each board.
inline constexpr int kPlayoutNumbers = 32 * kQuarterWords;

// Plays units of a task to the exact end, 8 at a time, by a warp alone. A flood takes as long for a
// few playouts as for many, and most need few kinds of floods. So those of one kind are done
// together:
//
// - Playouts that begin look for their first ring, by one flood a look, until a few are left, which
//   go on with the next that begin.
// - Then a look for crossings by three floods, at each side, shows for most that this is the end.
// - All others are put on a list. When no more begin, the other eight floods find their end.
template <int kSide>
class ExactShapeWorker : public ShapeBoards<kSide, 1, kPlayoutNumbers * sizeof(std::uint16_t)> {
  using Boards = ShapeBoards<kSide, 1, kPlayoutNumbers * sizeof(std::uint16_t)>;
  using typename Boards::Word;
  using Shapes = QuarterShapes<kSide, Boards::kKept, true>;
  using Boards::board_;
  using Boards::boards_;
  using Boards::kPlanes;
  using Boards::lane_;
  using Boards::sharer_;
  using Boards::task_;

  static constexpr std::uint32_t kListed = 512;  // at most, of a board
  // Of a warp's playouts: how many may be late with their rings, and how many of those listed are
  // worth the work of taking them up.
  static constexpr int kLate = 48, kEnough = 32;

 public:
  static constexpr std::size_t kSharedScratchWords = Boards::kScratchWords;
  static constexpr std::size_t kScratchWords = Boards::kScratchWords + kListed * kQuarterWords;

  // What a warp has in shared memory.
  struct Memory {
    typename Boards::Memory boards;
    std::uint16_t numbers[kPlayoutNumbers];
  };

  __device__ ExactShapeWorker(const DeviceShapeTask& task, Memory& memory, int lane, Word* scratch,
                              Word* counts)
      : Boards(task, memory.boards, lane, scratch, counts),
        numbers_(memory.numbers + board_),
        list_(scratch + Boards::kScratchWords + board_),
        search_(task.probes, task.black_moves) {}

  // Plays the units from `first` to `end` - 1 and adds up what they come to. Returns whether a side
  // has a shape in the position, if that is to be looked at.
  __device__ bool run(std::uint32_t first, std::uint32_t end, bool looks_at_position) {
    next_unit_ = first;
    end_unit_ = end;
    bool is_decided = false;
    stage_ = looks_at_position ? Stage::black_position : Stage::others;
    for (int round = 0; go_on(); ++round) {
      const bool of_position = stage_ < Stage::rings;
      if (!of_position) search_.choose();
      const Word is_black =
          of_position ? stage_ == Stage::black_position ? ~0u : 0 : search_.asks_black();
      this->put_stones(search_, is_black);
      Shapes shapes(boards_, lane_);
      typename Shapes::Forks forks(stage_ == Stage::crossings);
      const int first_flood = stage_ == Stage::crossings ? Shapes::kFirstCrossing
                              : stage_ == Stage::others  ? 1
                                                         : 0;
      const int end_flood = stage_ == Stage::crossings ? Shapes::kAllFloods
                            : stage_ == Stage::rings   ? 1
                                                       : Shapes::kFloods;
      // As in ShapeWorker: to wait for the slowest would take longer than to look at some twice.
      const bool waits = stage_ != Stage::others || round % 2 != 0 || !any_of_warp(listed_);
      Word unknown;
      const Word found =
          shapes.find(first_flood, end_flood, asked_, waits ? 1 << 20 : 4, forks, unknown);
      if (of_position) {
        is_decided |= __any_sync(kAllLanes, found != 0);
        stage_ = stage_ == Stage::black_position ? Stage::white_position : Stage::others;
      } else {
        take(found, unknown);
      }
    }
    this->add_results();
    return is_decided;
  }

 private:
  enum class Stage { black_position, white_position, rings, crossings, others };

  __device__ static __forceinline__ bool any_of_warp(Word word) {
    return __any_sync(kAllLanes, word != 0);
  }
  // The sum of what the boards of the warp have.
  __device__ static __forceinline__ int sum_of_boards(int number) {
    auto sum = static_cast<Word>(number);
#pragma unroll
    for (int i = 1; i < kQuarterWords; i *= 2) sum += from_lane(sum, i);
    return static_cast<int>(sum);
  }

  // Says what is to be looked at next: `asked_` of the boards, in `stage_`. Returns whether
  // anything is.
  __device__ __forceinline__ bool go_on() {
    if (stage_ < Stage::rings) {
      asked_ = ~0u;
      return true;
    }
    if (stage_ == Stage::rings) {
      asked_ = ringing_;
      if (sum_of_boards(__popc(ringing_)) > late_) return true;
      stage_ = Stage::crossings;
      search_.start_others(checking_);
      over_ = checking_ & search_.is_over();
      checking_ &= ~over_;
    }
    if (stage_ == Stage::crossings) {
      asked_ = checking_;
      if (any_of_warp(checking_)) return true;
      if (any_of_warp(over_)) this->count(search_, search_.finish(over_));
      stage_ = Stage::others;
      if (begin()) return true;
    }
    for (;;) {
      take_up();
      asked_ = active_;
      if (any_of_warp(active_)) return true;
      if (!any_of_warp(left_)) {
        if (is_counting_) this->end_unit();
        if (!begin_units()) return false;
      }
      if (begin()) return true;
    }
  }

  // Takes what was found of those asked for.
  __device__ __forceinline__ void take(Word found, Word unknown) {
    if (stage_ == Stage::crossings) {
      list(asked_ & found);
      checking_ &= ~found;
      search_.narrow(checking_, 0);
      const Word over = checking_ & search_.is_over();
      over_ |= over;
      checking_ &= ~over;
      return;
    }
    const Word known = asked_ & ~unknown;
    search_.narrow(known, found);
    const Word over = known & search_.is_over();
    if (stage_ == Stage::rings) {
      ringing_ &= ~over;
      checking_ |= over;
    } else if (any_of_warp(over)) {
      this->count(search_, search_.finish(over));
      active_ &= ~over;
    }
  }

  // Has every board play a unit while there are any.
  __device__ __forceinline__ bool begin_units() {
    if (next_unit_ >= end_unit_) return false;
    const std::uint32_t unit = next_unit_ + static_cast<std::uint32_t>(board_);
    next_unit_ += kQuarterWords;
    is_counting_ = unit < end_unit_;
    const ShapeKeys keys(task_.seed, unit);
    low_ = keys.low;
    high_ = keys.high;
    next_ = 0;
    left_ = is_counting_ ? min(task_.unit, task_.playouts - unit * task_.unit) : 0;
    this->draw_order(is_counting_, keys, 0);
    return true;
  }

  // Begins playouts where bits are free, if there is room on the lists for what comes of them; goes
  // on to their rings unless there are none.
  __device__ __forceinline__ bool begin() {
    const bool has_room = __all_sync(kAllLanes, listed_ + 64 <= kListed);
    Word fresh = has_room ? ~ringing_ : 0;
    fresh = first_bits(fresh, left_);
    if (!any_of_warp(fresh | ringing_)) return false;
    if (any_of_warp(fresh)) {
      for_each_own(fresh, [&](int bit, int rank) {
        numbers_[bit * kQuarterWords] = static_cast<std::uint16_t>(next_ + static_cast<Word>(rank));
      });
      const auto count = static_cast<std::uint32_t>(__popc(fresh));
      next_ += count;
      left_ -= count;
      draw(fresh);
      search_.start(fresh);
      ringing_ |= fresh;
    }
    late_ = has_room && any_of_warp(left_) ? kLate : 0;
    stage_ = Stage::rings;
    asked_ = ringing_;
    return true;
  }

  // The lowest bits of a word, at most `count`.
  __device__ static __forceinline__ Word first_bits(Word word, std::uint32_t count) {
    for (auto bits = static_cast<std::uint32_t>(__popc(word)); bits > count; --bits) {
      word &= ~(0x80000000u >> __clz(static_cast<int>(word)));
    }
    return word;
  }

  // Calls visit(bit, rank) for those bits of a word that the lane works on, the rank being that
  // among all.
  template <class Visit>
  __device__ __forceinline__ void for_each_own(Word word, Visit&& visit) {
    constexpr int kBits = 32 / Boards::kSharers;
#pragma unroll 1
    for (int bit = sharer_ * kBits; bit < (sharer_ + 1) * kBits; ++bit) {
      if (((word >> bit) & 1) != 0) visit(bit, __popc(word & ((1u << bit) - 1)));
    }
  }

  // Draws the coins of those playouts, whose numbers are there.
  __device__ __forceinline__ void draw(Word fresh) {
    __syncwarp();
    this->draw_pairs(fresh, [&](int coin_word, Word* words) {
#pragma unroll
      for (int i = 0; i < 32; ++i) {
        const Word counter =
            Word{numbers_[i * kQuarterWords]} * kCoinWords + static_cast<Word>(coin_word);
        words[i] = shape_random(counter, low_, high_);
      }
      transpose_bits(words);
    });
  }

  // Of a playout on the list: its number in the unit, and ShapeEnd's high(), black() and one().
  static constexpr int kHighBit = 10, kBlackBit = 19, kOneBit = 20;
  static_assert(kPlanes <= kBlackBit - kHighBit);

  __device__ __forceinline__ void list(Word which) {
    for_each_own(which, [&](int bit, int rank) {
      Word item = numbers_[bit * kQuarterWords];
#pragma unroll
      for (int i = 0; i < kPlanes; ++i) item |= ((search_.high(i) >> bit) & 1) << (kHighBit + i);
      item |= ((search_.black() >> bit) & 1) << kBlackBit;
      item |= ((search_.one() >> bit) & 1) << kOneBit;
      list_[(listed_ + static_cast<Word>(rank)) * kQuarterWords] = item;
    });
    listed_ += static_cast<std::uint32_t>(__popc(which));
    __syncwarp();
  }

  // Takes up playouts from the lists where bits are free, if these are many or nothing else is
  // left.
  __device__ __forceinline__ void take_up() {
    const Word fresh = first_bits(~active_, listed_);
    const int count = __popc(fresh), all = sum_of_boards(count);
    if (all == 0 || (all < kEnough && any_of_warp(active_))) return;
    Word high[kPlanes] = {}, black = 0, one = 0;
    for_each_own(fresh, [&](int bit, int rank) {
      const Word item = list_[(listed_ - 1 - static_cast<Word>(rank)) * kQuarterWords];
      numbers_[bit * kQuarterWords] = static_cast<std::uint16_t>(item & ((1u << kHighBit) - 1));
#pragma unroll
      for (int i = 0; i < kPlanes; ++i) high[i] |= ((item >> (kHighBit + i)) & 1) << bit;
      black |= ((item >> kBlackBit) & 1) << bit;
      one |= ((item >> kOneBit) & 1) << bit;
    });
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) high[i] = any_of_partners(high[i]);
    listed_ -= static_cast<std::uint32_t>(count);
    draw(fresh);
    search_.resume(fresh, high, any_of_partners(black), any_of_partners(one));
    active_ |= fresh;
  }

  std::uint16_t* numbers_;
  Word* list_;  // in device memory
  ShapeEnd<Word, kPlanes> search_;
  Stage stage_;
  std::uint32_t next_unit_, end_unit_;
  bool is_counting_ = false;
  std::uint32_t left_ = 0;    // playouts of the unit to begin yet
  std::uint32_t next_ = 0;    // the number of the next one
  Word low_ = 0, high_ = 0;   // the unit's keys
  std::uint32_t listed_ = 0;  // on the list
  int late_ = 0;
  Word asked_ = 0;
  Word ringing_ = 0;   // playouts whose first ring is looked for
  Word checking_ = 0;  // ... is known
  Word over_ = 0;      // ... and is the end
  Word active_ = 0;    // those taken from the list
};

}  // namespace isthmus
