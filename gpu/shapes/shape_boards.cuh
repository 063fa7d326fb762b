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

// What plays units of a task, 8 at a time, one in each word of boards that four lanes share: the
// boards of a warp, what is drawn of their playouts, and what these come to. There are kOrders
// orders of cells for each board, and kOtherBytes that a warp needs beside.
template <int kSide, int kOrders, std::size_t kOtherBytes>
class ShapeBoards {
 protected:
  using Quarter = QuarterHexagon<kSide>;
  using Word = std::uint32_t;
  using Place = std::conditional_t<Quarter::kPlaces <= 256, std::uint8_t, std::uint16_t>;

  // About as many as there are registers for.
  static constexpr int kKept = [] {
    const int left = kShapeRegisters - Quarter::kCells - (kSide - 2);
    return left < 0 ? 0 : left < Quarter::kCells ? left : Quarter::kCells;
  }();

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
    Word orders[kOrders][kOrderWords * kQuarterWords];
  };
  // There is no room for these beside the boards of eight warps, and what else they need, where
  // sides are long.
  static constexpr bool kHasRoom =
      sizeof(Drawn) + 4 * Quarter::kPlaces * kQuarterWords + kOtherBytes <= 28 * 1024;
  struct None {};

  static constexpr std::size_t kSumWords = 2 * kLanePairs * kWarpLanes;
  static constexpr std::size_t kScratchWords =
      kSumWords + (kHasRoom ? 0 : sizeof(Drawn) / sizeof(Word));

 public:
  // What a warp has in shared memory.
  struct Memory {
    Word boards[Quarter::kPlaces * kQuarterWords];
    std::conditional_t<kHasRoom, Drawn, None> drawn;
  };

 protected:
  __device__ __forceinline__ ShapeBoards(const DeviceShapeTask& task, Memory& memory, int lane,
                                         Word* scratch, Word* counts)
      : task_(task),
        boards_(memory.boards),
        lane_(lane),
        board_(lane % kQuarterWords),
        sharer_(lane / kQuarterWords),
        sums_(scratch + lane),
        drawn_(drawn_in(memory, scratch)),
        counts_(counts) {
    __syncwarp();
    // Boards that get no unit are written to as well.
    for (int i = sharer_; i < task.empty_count; i += kSharers) {
      place_at(order_, i) = static_cast<Place>(task.places[i]);
    }
    __syncwarp();
  }

  __device__ static __forceinline__ Drawn& drawn_in(Memory& memory, Word* scratch) {
    if constexpr (kHasRoom)
      return memory.drawn;
    else
      return *reinterpret_cast<Drawn*>(scratch + kSumWords);
  }

  // A number below 2^kPlanes for each board, compared with those of a lane's pairs in increasing
  // order: four pairs have the same high bits.
  template <class Search>
  class Played {
   public:
    __device__ __forceinline__ Played(const Search& search, int sharer) : search_(search) {
      const Word odd = (sharer & 1) != 0 ? 0 : search.at(0);
      const Word low = (sharer & 2) != 0 ? odd & search.at(1) : odd | search.at(1);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        low_[i] = (i & 1) != 0 ? low & search.at(2) : low | search.at(2);
        low_[i] = (i & 2) != 0 ? low_[i] & search.at(3) : low_[i] | search.at(3);
      }
    }
    // Goes on to the next four pairs; `number` counts from 0.
    __device__ __forceinline__ void next(int number) {
      equal_ = ~0u;
#pragma unroll
      for (int i = 4; i < kPlanes; ++i) {
        equal_ &= search_.at(i) ^ (((number >> (i - 4)) & 1) != 0 ? 0 : ~0u);
      }
      above_ &= ~equal_;
    }
    // Where the i-th of these is played.
    __device__ __forceinline__ Word operator[](int i) const { return above_ | (equal_ & low_[i]); }

   private:
    const Search& search_;
    Word low_[4];
    Word equal_;
    Word above_ = ~0u;
  };

  // Calls visit(i, pair, played) for each pair of the lane, the i-th, with where it is played on
  // the boards that a search looks at.
  template <class Search, class Visit>
  __device__ __forceinline__ void for_each_pair(const Search& search, Visit&& visit) {
    Played<Search> played(search, sharer_);
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

  // Puts the cells of a unit into their order, on the boards that get one.
  __device__ __forceinline__ void draw_order(bool gets, const ShapeKeys& keys, int which) {
    // They are shuffled where boards are at other times.
    const auto at = [&](int i) -> Word& { return boards_[i * kQuarterWords + board_]; };
    __syncwarp();
    if (gets) {
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
      for (int i = sharer_; i < task_.empty_count; i += kSharers) {
        place_at(which, i) = static_cast<Place>(at(i));
      }
    }
    __syncwarp();
  }

  // Draws the coins of those playouts that begin: draw(coin_word, words) draws 32 words.
  template <class Draw>
  __device__ __forceinline__ void draw_pairs(Word fresh, Draw&& draw) {
    const int pairs = task_.probes.pairs;
#pragma unroll 1
    for (int first = 0; first < pairs; first += 2 * 64) {
      const int base = first + sharer_ / 2 * 64 + sharer_ % 2;
      Word words[32];
      draw(2 * (first / 64) + sharer_, words);
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
  }
  __device__ __forceinline__ Word& coins_of_pair(int pair) {
    return drawn_.coins[pair * kQuarterWords + board_];
  }

  // Puts down the stones of one side on the boards that a search looks at.
  template <class Search>
  __device__ __forceinline__ void put_stones(const Search& search, Word is_black) {
    const Word is_mover = task_.black_moves ? is_black : ~is_black;
    Word* boards = boards_ + board_;
    __syncwarp();
    for_each_pair(search, [&](int i, int pair, Word played) {
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
      boards[stones[i] * kQuarterWords] = i < blacks ? is_black : ~is_black;
    }
    __syncwarp();
  }

  // Adds up, for each pair, the playouts that are over, and Black's points in them: all, and those
  // where the first cell is the mover's.
  template <class Search>
  __device__ __forceinline__ void count(const Search& search, const ShapeResults<Word>& over) {
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
    for_each_pair(search, [&](int i, int, Word played) {
      const Word here = played & all;
      const Word first = here & drawn_.coins[i * kWarpLanes + lane_];
      sums_[2 * i * kWarpLanes] += pack(here);
      sums_[(2 * i + 1) * kWarpLanes] += pack(first);
    });
  }

  // Adds what was counted in a unit to the cells.
  __device__ __forceinline__ void end_unit() {
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

  // Hands over the results of a task's playouts.
  __device__ __forceinline__ void add_results() {
    if (wins_ != 0) atomicAdd(counts_ + 1, wins_);
    if (draws_ != 0) atomicAdd(counts_ + 2, draws_);
  }

  const DeviceShapeTask& task_;
  Word* boards_;
  int lane_;
  int board_;   // the word of boards that the lane shares
  int sharer_;  // the number of the lane among those that share it
  Word* sums_;  // in device memory, two for each pair
  Drawn& drawn_;
  Word* counts_;  // the task's
  int order_ = 0;
  Word wins_ = 0, draws_ = 0;
};

}  // namespace isthmus
