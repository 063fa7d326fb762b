#pragma once

#include <cstdint>

#include "engine/playout/shape_bisection.hpp"
#include "engine/playout/shape_draw.hpp"
#include "engine/playout/shape_plan.hpp"
#include "gpu/playout/half_shapes.cuh"
#include "gpu/playout/shape_kernels.hpp"
#include "gpu/playout/warp.hpp"

namespace isthmus {

// The warps of a team: a warp that does all by itself, or a block of four, which play the same
// playouts and share out the work of finding shapes: two do Black's, two White's.
template <int kWarps>
struct ShapeTeam {
  static_assert(kWarps == 1 || kWarps == 4);
  static constexpr int kColours = kWarps == 1 ? 2 : 1;  // that a warp looks at
  static constexpr int kHalves = kWarps == 1 ? 1 : 2;   // in which the floods are done

  struct Memory {
    std::uint32_t found[kWarps][kWarpLanes], unknown[kWarps][kWarpLanes];
  };
};

// Plays units of a task, 16 at a time, one in each word of boards that two lanes share.
template <int kSide, int kTeamWarps>
class ShapeWorker {
  using Half = HalfHexagon<kSide>;
  using Team = ShapeTeam<kTeamWarps>;
  using Shapes = HalfShapes<kSide>;
  using Word = std::uint32_t;

  static constexpr int log2_above(int number) {
    return number == 0 ? 0 : 1 + log2_above(number / 2);
  }
  static constexpr int kPlanes =
      log2_above(Half::kMaxPairs + 1) < 4 ? 4 : log2_above(Half::kMaxPairs + 1);
  // Pairs of a lane: the first has the even ones, the partner the odd ones. Four at a time.
  static constexpr int kLanePairs = (Half::kMaxPairs + 7) / 8 * 4;
  static constexpr int kOrderWords = (Half::kBoardCells + 3) / 4;

 public:
  static constexpr std::size_t kScratchWords = 2 * kLanePairs * kWarpLanes;

  // What a warp has in shared memory.
  struct Memory {
    Word boards[Half::kBoardCells * kHalfWords];
    Word coins[kLanePairs * kWarpLanes];
    Word orders[2][kOrderWords * kHalfWords];
    Word counts[Half::kBoardCells * 4];  // by place: the mover's playouts and points, the other's
  };

  __device__ ShapeWorker(const DeviceShapeTask& task, Memory& memory, typename Team::Memory& team,
                         int warp, int lane, Word* scratch)
      : task_(task),
        memory_(memory),
        team_(team),
        warp_(warp),
        lane_(lane),
        board_(lane % kHalfWords),
        parity_(lane / kHalfWords),
        sums_(scratch + lane),
        bisection_(task.probes, task.black_moves, task.exact_end) {
    __syncwarp();
    for (int i = lane_; i < Half::kBoardCells * 4; i += kWarpLanes) memory_.counts[i] = 0;
    // Boards that get no unit are written to as well.
    for (int i = parity_; i < task.empty_count; i += 2) place_at(order_, i) = task.places[i];
    __syncwarp();
  }

  // Whether a side has a shape in the position.
  __device__ __forceinline__ bool is_decided() {
    Word found[2], unknown;
    find(1 << 20, ~0u, found, unknown);
    return __any_sync(kAllLanes, (found[0] | found[1]) != 0);
  }

  // Plays the units from `first` to `end` - 1 and adds up what they come to.
  __device__ void run(std::uint32_t first, std::uint32_t end, Word* counts) {
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
    hand_over(counts);
  }

 private:
  // A number below 2^kPlanes for each board, compared with those of a lane's pairs in increasing
  // order: four pairs have the same high bits.
  class Played {
   public:
    __device__ __forceinline__ Played(const ShapeBisection<Word, kPlanes>& bisection, int parity)
        : bisection_(bisection) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        low_[i] = parity != 0 ? 0 : bisection.at(0);
        low_[i] = (i & 1) != 0 ? low_[i] & bisection.at(1) : low_[i] | bisection.at(1);
        low_[i] = (i & 2) != 0 ? low_[i] & bisection.at(2) : low_[i] | bisection.at(2);
      }
    }
    // Goes on to the next four pairs; `number` counts from 0.
    __device__ __forceinline__ void next(int number) {
      equal_ = ~0u;
#pragma unroll
      for (int i = 3; i < kPlanes; ++i) {
        equal_ &= bisection_.at(i) ^ (((number >> (i - 3)) & 1) != 0 ? 0 : ~0u);
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
    Played played(bisection_, parity_);
#pragma unroll 1
    for (int number = 0; 8 * number < task_.probes.pairs; ++number) {
      played.next(number);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int pair = 8 * number + 2 * i + parity_;
        if (pair < task_.probes.pairs) visit(4 * number + i, pair, played[i]);
      }
    }
  }

  // The places of the cells of a unit in order, as bytes.
  __device__ __forceinline__ std::uint8_t& place_at(int which, int i) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(memory_.orders[which] + board_);
    return bytes[i / 4 * (4 * kHalfWords) + i % 4];
  }
  __device__ __forceinline__ Word places_of(int pair) const {
    return memory_.orders[order_][pair / 2 * kHalfWords + board_] >> (pair % 2 * 16);
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
    const unsigned wants = __ballot_sync(kAllLanes, ahead_ == 0) & ((1u << kHalfWords) - 1);
    const std::uint32_t unit =
        next_unit_ + static_cast<std::uint32_t>(__popc(wants & ((1u << board_) - 1)));
    const bool gets = ahead_ == 0 && unit < end_unit_;
    next_unit_ += static_cast<std::uint32_t>(__popc(wants));
    if (gets) {
      const std::uint32_t before = unit * task_.unit;
      ahead_ = min(task_.unit, task_.playouts - before);
      const ShapeKeys keys(task_.seed, unit);
      ahead_low_ = keys.low;
      ahead_high_ = keys.high;
      if (parity_ == 0) {
        const int which = order_ ^ 1;
        for (int i = 0; i < task_.empty_count; ++i) place_at(which, i) = task_.places[i];
        shuffle_cells(
            keys, task_.empty_count, [&](int i) { return place_at(which, i); },
            [&](int i, std::uint8_t place) { place_at(which, i) = place; });
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
#pragma unroll 1
    for (int first = 0; first < kLanePairs; first += 32) {
      Word words[32];
      draw_coins(coin_word(2 * first + parity_), fresh, next_, low_, high_, words);
#pragma unroll
      for (int i = 0; i < 32; ++i) {
        if (first + i >= kLanePairs) continue;
        Word& coins = memory_.coins[(first + i) * kWarpLanes + lane_];
        coins = (coins & ~fresh) | (words[i] & fresh);
      }
    }
    const int last = task_.probes.pairs - 1;  // an odd last cell is the mover's
    if (task_.empty_count % 2 != 0 && last % 2 == parity_) {
      memory_.coins[last / 2 * kWarpLanes + lane_] = ~0u;
    }
    next_ += static_cast<std::uint32_t>(__popc(fresh));
    bisection_.start(fresh);
  }

  // Finds the shapes on the boards to look at, and counts the playouts that this ends.
  __device__ __forceinline__ void look(int round) {
    // To wait for the slowest of all floods would take longer than to look at some boards twice.
    const bool is_last = __all_sync(kAllLanes, left_ == 0 && ahead_ == 0);
    const int sweeps = kTeamWarps > 1 || is_last || round % 2 != 0 ? 1 << 20 : 4;
    Word found[2], unknown;
    find(sweeps, active_, found, unknown);
    const ShapeResults<Word> over = bisection_.tell(active_ & ~unknown, found[0], found[1]);
    active_ &= ~over.all();
    if (warp_ == 0 && __any_sync(kAllLanes, over.all() != 0)) count(over);
  }

  // Finds Black's and White's shapes on the boards to look at, of those asked for, as
  // HalfShapes::find().
  __device__ __forceinline__ void find(int sweeps, Word asked, Word (&found)[2], Word& unknown) {
    unknown = 0;
#pragma unroll 1
    for (int i = 0; i < Team::kColours; ++i) {
      const int colour = kTeamWarps == 1 ? i : warp_ / Team::kHalves;
      put_stones(colour == 0);
      Shapes shapes(memory_.boards, lane_);
      const int half = warp_ % Team::kHalves;
      Word here;
      const Word word =
          kTeamWarps == 1
              ? shapes.find(0, Shapes::kFloods, asked, sweeps, here)
              : shapes.find(half == 0 ? 0 : Shapes::kFirstEdge,
                            half == 0 ? Shapes::kFirstEdge : Shapes::kFloods, asked, sweeps, here);
      unknown |= here;
      if (i == 0)
        found[0] = word;
      else
        found[1] = word;
    }
    if constexpr (kTeamWarps > 1) {
      __syncthreads();
      team_.found[warp_][lane_] = found[0];
      __syncthreads();
      found[0] = team_.found[0][lane_] | team_.found[1][lane_];
      found[1] = team_.found[2][lane_] | team_.found[3][lane_];
    }
  }

  __device__ __forceinline__ void put_stones(bool black) {
    const Word is_mover = black == task_.black_moves ? ~0u : 0;
    Word* boards = memory_.boards + board_;
    __syncwarp();
    for_each_pair([&](int i, int pair, Word played) {
      const Word first = played & ~(memory_.coins[i * kWarpLanes + lane_] ^ is_mover);
      const Word places = places_of(pair);
      boards[(places & 255) * kHalfWords] = first;
      if (2 * pair + 1 < task_.empty_count)
        boards[(places >> 8 & 255) * kHalfWords] = played & ~first;
    });
    const std::uint8_t* stones = task_.places + task_.empty_count;
    const int blacks = task_.black_count;
    for (int i = parity_; i < blacks + task_.white_count; i += 2) {
      boards[stones[i] * kHalfWords] = (i < blacks) == black ? ~0u : 0;
    }
    __syncwarp();
  }

  // Adds up, for each pair, the playouts that are over, and Black's points in them: all, and those
  // where the first cell is the mover's.
  __device__ __forceinline__ void count(const ShapeResults<Word>& over) {
    if (parity_ == 0) {
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
      const Word first = here & memory_.coins[i * kWarpLanes + lane_];
      sums_[2 * i * kWarpLanes] += pack(here);
      sums_[(2 * i + 1) * kWarpLanes] += pack(first);
    });
  }

  // Adds what was counted in a unit to the cells.
  __device__ __forceinline__ void end_unit() {
    is_counting_ = false;
    if (warp_ != 0) return;
    for (int pair = parity_; pair < task_.probes.pairs; pair += 2) {
      Word* sums = sums_ + pair / 2 * (2 * kWarpLanes);
      const Word first = sums[kWarpLanes], second = sums[0] - first;
      sums[0] = sums[kWarpLanes] = 0;
      const auto add = [&](Word place, Word mover, Word other) {
        Word* counts = memory_.counts + 4 * place;
        atomicAdd(counts, mover & 0xffff);
        atomicAdd(counts + 1, mover >> 16);
        atomicAdd(counts + 2, other & 0xffff);
        atomicAdd(counts + 3, other >> 16);
      };
      const Word places = places_of(pair);
      add(places & 255, first, second);
      if (2 * pair + 1 < task_.empty_count) add(places >> 8 & 255, second, first);
    }
  }

  // Adds all to the task's counts.
  __device__ __forceinline__ void hand_over(Word* counts) {
    __syncwarp();
    if (warp_ != 0) return;
    if (wins_ != 0) atomicAdd(counts + 1, wins_);
    if (draws_ != 0) atomicAdd(counts + 2, draws_);
    constexpr int kRange = Half::kColumns * Half::kColumns;
    for (int i = lane_; i < 4 * task_.empty_count; i += kWarpLanes) {
      const Word sum = memory_.counts[4 * task_.places[i / 4] + i % 4];
      const int part = task_.black_moves ? i % 4 : i % 4 ^ 2;
      if (sum != 0) atomicAdd(counts + 3 + part * kRange + task_.cells[i / 4], sum);
    }
  }

  const DeviceShapeTask& task_;
  Memory& memory_;
  typename Team::Memory& team_;
  int warp_;  // of the team
  int lane_;
  int board_;   // the word of boards that the lane shares
  int parity_;  // of the lane's pairs
  Word* sums_;  // in device memory, two for each pair
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
