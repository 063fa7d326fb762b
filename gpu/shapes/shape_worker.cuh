#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "gpu/device/warp.hpp"
#include "gpu/shapes/quarter_shapes.cuh"
#include "gpu/shapes/shape_kernels.hpp"

namespace isthmus {

// Of a lane, for stones, what a flood has reached, and forks: with more than that others spill.
inline constexpr int kShapeRegisters = 190;

// The warps of a team: a warp that does all by itself, or some that play the same playouts and
// share out the work of finding shapes: each does one part of Black's or White's floods.
template <int kSide, int kWarps>
struct ShapeTeam {
  static constexpr int kColours = kWarps == 1 ? 2 : 1;         // that a warp looks at
  static constexpr int kParts = kWarps == 1 ? 1 : kWarps / 2;  // in which the floods are done
  static_assert(kWarps == kParts * 2 / kColours);

  struct Memory {
    std::uint32_t found[kWarps][kWarpLanes];
    std::uint32_t forks[kWarps][kSide - 2][kWarpLanes];
  };
};

// Plays units of a task, 8 at a time, one in each word of boards that four lanes share.
template <int kSide, int kTeamWarps>
class ShapeWorker {
  using Quarter = QuarterHexagon<kSide>;
  using Team = ShapeTeam<kSide, kTeamWarps>;
  using Word = std::uint32_t;
  using Place = std::conditional_t<Quarter::kPlaces <= 256, std::uint8_t, std::uint16_t>;

  // About as many as there are registers for.
  static constexpr int kKept = [] {
    const int left = kShapeRegisters - Quarter::kCells - (kSide - 2);
    return left < 0 ? 0 : left < Quarter::kCells ? left : Quarter::kCells;
  }();
  using Shapes = QuarterShapes<kSide, kKept>;

  static constexpr int log2_above(int number) {
    return number == 0 ? 0 : 1 + log2_above(number / 2);
  }
  static constexpr int kPlanes =
      log2_above(Quarter::kMaxPairs + 1) < 4 ? 4 : log2_above(Quarter::kMaxPairs + 1);
  // Of the pairs a lane has every fourth. Four of these at a time.
  static constexpr int kSharers = 4;
  static constexpr int kLanePairs = (Quarter::kMaxPairs + 15) / 16 * 4;
  static constexpr int kWordPlaces = sizeof(Word) / sizeof(Place);
  static constexpr int kOrderWords = (Quarter::kBoardCells + kWordPlaces - 1) / kWordPlaces;

  // What is read once a look: the coins of the pairs, and the orders of cells.
  struct Drawn {
    Word coins[kLanePairs * kWarpLanes];
    Word orders[2][kOrderWords * kQuarterWords];
  };
  // There is no room for these beside the boards of eight warps, and what a team shares, where
  // sides are long.
  static constexpr bool kHasRoom =
      sizeof(Drawn) + 4 * Quarter::kPlaces * kQuarterWords + sizeof(typename Team::Memory) / 8 <=
      28 * 1024;
  struct None {};

 public:
  static constexpr std::size_t kScratchWords =
      2 * kLanePairs * kWarpLanes + (kHasRoom ? 0 : sizeof(Drawn) / sizeof(Word));

  // What a warp has in shared memory.
  struct Memory {
    Word boards[Quarter::kPlaces * kQuarterWords];
    std::conditional_t<kHasRoom, Drawn, None> drawn;
  };

  __device__ ShapeWorker(const DeviceShapeTask& task, Memory& memory, typename Team::Memory& team,
                         int warp, int lane, Word* scratch, Word* counts)
      : task_(task),
        memory_(memory),
        team_(team),
        warp_(warp),
        lane_(lane),
        board_(lane % kQuarterWords),
        sharer_(lane / kQuarterWords),
        sums_(scratch + lane),
        drawn_(drawn_in(memory, scratch)),
        counts_(counts),
        bisection_(task.probes, task.black_moves, task.exact_end) {
    __syncwarp();
    // Boards that get no unit are written to as well.
    for (int i = sharer_; i < task.empty_count; i += kSharers) {
      place_at(order_, i) = static_cast<Place>(task.places[i]);
    }
    __syncwarp();
  }

  // Whether a side has a shape in the position.
  __device__ __forceinline__ bool is_decided() {
    Word found[2], unknown;
    find(1 << 20, ~0u, found, unknown);
    return __any_sync(kAllLanes, (found[0] | found[1]) != 0);
  }

  // Plays the units from `first` to `end` - 1 and adds up what they come to.
  __device__ void run(std::uint32_t first, std::uint32_t end) {
    next_unit_ = first;
    end_unit_ = end;
    for (int round = 0;; ++round) {
      begin_units();
      const Word fresh = take_fresh();
      active_ |= fresh;
      if (!__any_sync(kAllLanes, active_ != 0)) break;
      if (__any_sync(kAllLanes, fresh != 0)) draw_fresh(fresh);
      bisection_.choose();
      look(round);
    }
    if (warp_ != 0) return;
    if (wins_ != 0) atomicAdd(counts_ + 1, wins_);
    if (draws_ != 0) atomicAdd(counts_ + 2, draws_);
  }

 private:
  __device__ static __forceinline__ Drawn& drawn_in(Memory& memory, Word* scratch) {
    if constexpr (kHasRoom)
      return memory.drawn;
    else
      return *reinterpret_cast<Drawn*>(scratch + 2 * kLanePairs * kWarpLanes);
  }

  // A number below 2^kPlanes for each board, compared with those of a lane's pairs in increasing
  // order: four pairs have the same high bits.
  class Played {
   public:
    __device__ __forceinline__ Played(const ShapeBisection<Word, kPlanes>& bisection, int sharer)
        : bisection_(bisection) {
      const Word odd = (sharer & 1) != 0 ? 0 : bisection.at(0);
      const Word low = (sharer & 2) != 0 ? odd & bisection.at(1) : odd | bisection.at(1);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        low_[i] = (i & 1) != 0 ? low & bisection.at(2) : low | bisection.at(2);
        low_[i] = (i & 2) != 0 ? low_[i] & bisection.at(3) : low_[i] | bisection.at(3);
      }
    }
    // Goes on to the next four pairs; `number` counts from 0.
    __device__ __forceinline__ void next(int number) {
      equal_ = ~0u;
#pragma unroll
      for (int i = 4; i < kPlanes; ++i) {
        equal_ &= bisection_.at(i) ^ (((number >> (i - 4)) & 1) != 0 ? 0 : ~0u);
      }
      above_ &= ~equal_;
    }
    // Where the i-th of these is played.
    __device__ __forceinline__ Word operator[](int i) const { return above_ | (equal_ & low_[i]); }

   private:
    const ShapeBisection<Word, kPlanes>& bisection_;
    Word low_[4];
    Word equal_;
    Word above_ = ~0u;
  };

  // Calls visit(i, pair, played) for each pair of the lane, the i-th.
  template <class Visit>
  __device__ __forceinline__ void for_each_pair(Visit&& visit) {
    Played played(bisection_, sharer_);
#pragma unroll 1
    for (int number = 0; 16 * number < task_.probes.pairs; ++number) {
      played.next(number);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int pair = 16 * number + 4 * i + sharer_;
        if (pair < task_.probes.pairs) visit(4 * number + i, pair, played[i]);
      }
    }
  }

  // The places of the cells of a unit in order, those of a board one after the other in words.
  __device__ __forceinline__ Place& place_at(int which, int i) {
    auto* places = reinterpret_cast<Place*>(drawn_.orders[which] + board_);
    return places[i / kWordPlaces * (kWordPlaces * kQuarterWords) + i % kWordPlaces];
  }
  // Those of the two cells of a pair; an odd last cell's is followed by any.
  struct PairPlaces {
    Word first, second;
  };
  __device__ __forceinline__ PairPlaces places_of(int pair) const {
    constexpr int kPairs = kWordPlaces / 2, kBits = 8 * sizeof(Place), kMask = (1 << kBits) - 1;
    const Word word = drawn_.orders[order_][pair / kPairs * kQuarterWords + board_] >>
                      (pair % kPairs * (2 * kBits));
    return {word & kMask, word >> kBits & kMask};
  }

  // Has every board play a unit while there are any. One unit more for each board is drawn ahead,
  // so that most are drawn by all boards at a time, and no board waits for others.
  __device__ __forceinline__ void begin_units() {
    const bool is_done = active_ == 0 && left_ == 0;
    if (is_done && is_counting_) end_unit();
    if (__any_sync(kAllLanes, is_done && ahead_ == 0) && next_unit_ < end_unit_) draw_ahead();
    if (is_done && ahead_ != 0) {
      is_counting_ = true;
      order_ ^= 1;
      left_ = ahead_;
      low_ = ahead_low_;
      high_ = ahead_high_;
      next_ = ahead_ = 0;
    }
  }

  __device__ __forceinline__ void draw_ahead() {
    const unsigned wants = __ballot_sync(kAllLanes, ahead_ == 0) & ((1u << kQuarterWords) - 1);
    const std::uint32_t unit =
        next_unit_ + static_cast<std::uint32_t>(__popc(wants & ((1u << board_) - 1)));
    const bool gets = ahead_ == 0 && unit < end_unit_;
    const ShapeKeys keys(task_.seed, unit);
    // They are shuffled where boards are at other times.
    const auto at = [&](int i) -> Word& { return memory_.boards[i * kQuarterWords + board_]; };
    __syncwarp();
    next_unit_ += static_cast<std::uint32_t>(__popc(wants));
    if (gets) {
      const std::uint32_t before = unit * task_.unit;
      ahead_ = min(task_.unit, task_.playouts - before);
      ahead_low_ = keys.low;
      ahead_high_ = keys.high;
      for (int i = sharer_; i < task_.empty_count; i += kSharers) at(i) = task_.places[i];
    }
    __syncwarp();
    if (gets && sharer_ == 0) {
      shuffle_cells(
          keys, task_.empty_count, [&](int i) { return at(i); },
          [&](int i, Word place) { at(i) = place; });
    }
    __syncwarp();
    if (gets) {
      const int which = order_ ^ 1;
      for (int i = sharer_; i < task_.empty_count; i += kSharers) {
        place_at(which, i) = static_cast<Place>(at(i));
      }
    }
    __syncwarp();
  }

  // The free bits that get a new playout.
  __device__ __forceinline__ Word take_fresh() {
    Word fresh = ~active_;
    auto count = static_cast<std::uint32_t>(__popc(fresh));
    for (; count > left_; --count) fresh &= ~(0x80000000u >> __clz(static_cast<int>(fresh)));
    left_ -= count;
    return fresh;
  }

  __device__ __forceinline__ void draw_fresh(Word fresh) {
    const int pairs = task_.probes.pairs;
#pragma unroll 1
    for (int first = 0; first < pairs; first += 2 * 64) {
      const int coins_of = 2 * (first / 64) + sharer_;
      const int base = first + sharer_ / 2 * 64 + sharer_ % 2;
      Word words[32];
      draw_coins(coins_of, fresh, next_, low_, high_, words);
#pragma unroll
      for (int i = 0; i < 32; ++i) {
        const int pair = base + 2 * i;
        if (pair >= pairs) continue;
        Word& coins = coins_of_pair(pair);
        coins = (coins & ~fresh) | (words[i] & fresh);
        // An odd last cell is the mover's.
        if (2 * pair + 1 == task_.empty_count) coins = ~0u;
      }
    }
    __syncwarp();
    next_ += static_cast<std::uint32_t>(__popc(fresh));
    bisection_.start(fresh);
  }
  __device__ __forceinline__ Word& coins_of_pair(int pair) {
    return drawn_.coins[pair * kQuarterWords + board_];
  }

  // Finds the shapes on the boards to look at, and counts the playouts that this ends.
  __device__ __forceinline__ void look(int round) {
    // To wait for the slowest of all floods would take longer than to look at some boards twice.
    const bool is_last = __all_sync(kAllLanes, left_ == 0 && ahead_ == 0);
    const int sweeps = kTeamWarps > 1 || is_last || round % 2 != 0 ? 1 << 20 : 4;
    Word found[2], unknown;
    find(sweeps, active_, found, unknown);
    const ShapeResults<Word> over = bisection_.narrow(active_ & ~unknown, found[0], found[1]);
    active_ &= ~over.all();
    if (warp_ == 0 && __any_sync(kAllLanes, over.all() != 0)) count(over);
  }

  // Finds Black's and White's shapes on the boards to look at, of those asked for, as
  // QuarterShapes::find().
  __device__ __forceinline__ void find(int sweeps, Word asked, Word (&found)[2], Word& unknown) {
    unknown = 0;
    const int part = warp_ % Team::kParts;
#pragma unroll 1
    for (int i = 0; i < Team::kColours; ++i) {
      const int colour = kTeamWarps == 1 ? i : warp_ / Team::kParts;
      put_stones(colour == 0);
      Shapes shapes(memory_.boards, lane_);
      typename Shapes::Forks forks;
      Word here;
      const Word word =
          shapes.find(part * Shapes::kFloods / Team::kParts,
                      (part + 1) * Shapes::kFloods / Team::kParts, asked, sweeps, forks, here);
      unknown |= here;
      if (i == 0)
        found[0] = word;
      else
        found[1] = word;
      if constexpr (kTeamWarps > 1) hand_over(word, forks);
    }
    if constexpr (kTeamWarps > 1) {
      __syncthreads();
      found[0] = found_by_team(0);
      found[1] = found_by_team(1);
      __syncthreads();
    }
  }

  __device__ __forceinline__ void hand_over(Word found, const typename Shapes::Forks& forks) {
    team_.found[warp_][lane_] = found;
#pragma unroll
    for (int i = 0; i < Shapes::Forks::kCount; ++i) team_.forks[warp_][i][lane_] = forks[i];
  }

  // What the parts of a colour come to.
  __device__ __forceinline__ Word found_by_team(int colour) const {
    typename Shapes::Forks forks;
    Word found = 0;
#pragma unroll
    for (int part = 0; part < Team::kParts; ++part) {
      const int warp = colour * Team::kParts + part;
      found |= team_.found[warp][lane_];
      if ((part + 1) * Shapes::kFloods / Team::kParts <= Shapes::kFirstEdge) continue;
#pragma unroll
      for (int i = 0; i < Shapes::Forks::kCount; ++i) {
        found |= forks.add(i, team_.forks[warp][i][lane_]);
      }
    }
    return any_of_partners(found);
  }

  __device__ __forceinline__ void put_stones(bool black) {
    const Word is_mover = black == task_.black_moves ? ~0u : 0;
    Word* boards = memory_.boards + board_;
    __syncwarp();
    for_each_pair([&](int i, int pair, Word played) {
      const Word first = played & ~(drawn_.coins[i * kWarpLanes + lane_] ^ is_mover);
      const PairPlaces places = places_of(pair);
      boards[places.first * kQuarterWords] = first;
      if (2 * pair + 1 < task_.empty_count) {
        boards[places.second * kQuarterWords] = played & ~first;
      }
    });
    const std::uint16_t* stones = task_.places + task_.empty_count;
    const int blacks = task_.black_count;
    for (int i = sharer_; i < blacks + task_.white_count; i += kSharers) {
      boards[stones[i] * kQuarterWords] = (i < blacks) == black ? ~0u : 0;
    }
    __syncwarp();
  }

  // Adds up, for each pair, the playouts that are over, and Black's points in them: all, and those
  // where the first cell is the mover's.
  __device__ __forceinline__ void count(const ShapeResults<Word>& over) {
    if (sharer_ == 0) {
      wins_ += static_cast<Word>(__popc(over.black));
      draws_ += static_cast<Word>(__popc(over.draw));
    }
    const Word all = over.all();
    const bool has_draws = __any_sync(kAllLanes, over.draw != 0);
    const auto pack = [&](Word of) {
      int points = 2 * __popc(of & over.black);
      if (has_draws) points += __popc(of & over.draw);
      return static_cast<Word>(__popc(of) + (points << 16));
    };
    for_each_pair([&](int i, int, Word played) {
      const Word here = played & all;
      const Word first = here & drawn_.coins[i * kWarpLanes + lane_];
      sums_[2 * i * kWarpLanes] += pack(here);
      sums_[(2 * i + 1) * kWarpLanes] += pack(first);
    });
  }

  // Adds what was counted in a unit to the cells.
  __device__ __forceinline__ void end_unit() {
    is_counting_ = false;
    if (warp_ != 0) return;
    for (int pair = sharer_; pair < task_.probes.pairs; pair += kSharers) {
      Word* sums = sums_ + pair / kSharers * (2 * kWarpLanes);
      const Word first = sums[kWarpLanes], second = sums[0] - first;
      sums[0] = sums[kWarpLanes] = 0;
      const auto add = [&](Word place, Word mover, Word other) {
        Word* counts = counts_ + 3 + 4 * place;
        atomicAdd(counts, mover & 0xffff);
        atomicAdd(counts + 1, mover >> 16);
        atomicAdd(counts + 2, other & 0xffff);
        atomicAdd(counts + 3, other >> 16);
      };
      const PairPlaces places = places_of(pair);
      add(places.first, first, second);
      if (2 * pair + 1 < task_.empty_count) add(places.second, second, first);
    }
  }

  const DeviceShapeTask& task_;
  Memory& memory_;
  typename Team::Memory& team_;
  int warp_;  // of the team
  int lane_;
  int board_;   // the word of boards that the lane shares
  int sharer_;  // the number of the lane among those that share it
  Word* sums_;  // in device memory, two for each pair
  Drawn& drawn_;
  Word* counts_;  // the task's
  ShapeBisection<Word, kPlanes> bisection_;
  std::uint32_t next_unit_, end_unit_;
  bool is_counting_ = false;
  int order_ = 0;
  Word active_ = 0;          // playouts under way
  std::uint32_t left_ = 0;   // playouts of the unit to begin yet
  std::uint32_t next_ = 0;   // the number of the next one
  Word low_ = 0, high_ = 0;  // the unit's keys
  std::uint32_t ahead_ = 0;  // playouts of the unit that was drawn ahead; 0 where none is
  Word ahead_low_ = 0, ahead_high_ = 0;
  Word wins_ = 0, draws_ = 0;
};

}  // namespace isthmus
