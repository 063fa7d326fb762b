#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_draw.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "gpu/device/warp.hpp"
#include "gpu/shapes/quarter_shapes.cuh"
#include "gpu/shapes/shape_boards.cuh"
#include "gpu/shapes/shape_kernels.hpp"

namespace isthmus {

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

// Plays units of a task, playouts of Havannah, 8 at a time.
template <int kSide, int kTeamWarps>
class ShapeWorker
    : public ShapeBoards<kSide, 2, sizeof(typename ShapeTeam<kSide, kTeamWarps>::Memory) / 8> {
  using Team = ShapeTeam<kSide, kTeamWarps>;
  using Boards = ShapeBoards<kSide, 2, sizeof(typename Team::Memory) / 8>;
  using typename Boards::Place;
  using typename Boards::Word;
  using Shapes = QuarterShapes<kSide, Boards::kKept>;
  using Boards::board_;
  using Boards::boards_;
  using Boards::kPlanes;
  using Boards::lane_;
  using Boards::order_;
  using Boards::task_;

 public:
  using typename Boards::Memory;
  static constexpr std::size_t kScratchWords = Boards::kScratchWords;

  __device__ ShapeWorker(const DeviceShapeTask& task, Memory& memory, typename Team::Memory& team,
                         int warp, int lane, Word* scratch, Word* counts)
      : Boards(task, memory, lane, scratch, counts),
        team_(team),
        warp_(warp),
        bisection_(task.probes, task.black_moves, task.exact_end) {}

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
    if (warp_ == 0) this->add_results();
  }

 private:
  // Has every board play a unit while there are any. One unit more for each board is drawn ahead,
  // so that most are drawn by all boards at a time, and no board waits for others.
  __device__ __forceinline__ void begin_units() {
    const bool is_done = active_ == 0 && left_ == 0;
    if (is_done && is_counting_) {
      is_counting_ = false;
      if (warp_ == 0) this->end_unit();
    }
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
    next_unit_ += static_cast<std::uint32_t>(__popc(wants));
    if (gets) {
      const std::uint32_t before = unit * task_.unit;
      ahead_ = min(task_.unit, task_.playouts - before);
      ahead_low_ = keys.low;
      ahead_high_ = keys.high;
    }
    this->draw_order(gets, keys, order_ ^ 1);
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
    this->draw_pairs(fresh, [&](int coin_word, Word* words) {
      draw_coins(coin_word, fresh, next_, low_, high_, words);
    });
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
    const ShapeResults<Word> over = bisection_.narrow(active_ & ~unknown, found[0], found[1]);
    active_ &= ~over.all();
    if (warp_ == 0 && __any_sync(kAllLanes, over.all() != 0)) this->count(bisection_, over);
  }

  // Finds Black's and White's shapes on the boards to look at, of those asked for, as
  // QuarterShapes::find().
  __device__ __forceinline__ void find(int sweeps, Word asked, Word (&found)[2], Word& unknown) {
    unknown = 0;
    const int part = warp_ % Team::kParts;
#pragma unroll 1
    for (int i = 0; i < Team::kColours; ++i) {
      const int colour = kTeamWarps == 1 ? i : warp_ / Team::kParts;
      this->put_stones(bisection_, colour == 0 ? ~0u : 0);
      Shapes shapes(boards_, lane_);
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

  typename Team::Memory& team_;
  int warp_;  // of the team
  ShapeBisection<Word, kPlanes> bisection_;
  std::uint32_t next_unit_, end_unit_;
  bool is_counting_ = false;
  Word active_ = 0;          // playouts under way
  std::uint32_t left_ = 0;   // playouts of the unit to begin yet
  std::uint32_t next_ = 0;   // the number of the next one
  Word low_ = 0, high_ = 0;  // the unit's keys
  std::uint32_t ahead_ = 0;  // playouts of the unit that was drawn ahead; 0 where none is
  Word ahead_low_ = 0, ahead_high_ = 0;
};

}  // namespace isthmus
