#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/random/splitmix.hpp"
#include "gpu/tree/tree_rules.cuh"

namespace isthmus {

// A game with captures on squares (CaptureRule, Gonnect): a class as those of tree_rules.cuh. It
// remembers the keys of the positions before, those of the way down a tree included, and knows
// where the next stone may go: result_after() finds that, as the side that has no such move has
// lost.
class CaptureLanes : public TreeLanes {
 public:
  static constexpr bool kRemembers = true;

  __device__ CaptureLanes(const TreeTask& task, std::uint32_t slot, int lane)
      : TreeLanes(task, slot, lane),
        keys_(task.keys + std::size_t{slot} * task.key_room()),
        key_count_(task.pasts[slot].key_count),
        taken_black_(task.pasts[slot].taken[0][lane]),
        taken_white_(task.pasts[slot].taken[1][lane]) {}

  __device__ void store(const TreeTask& task, std::uint32_t slot) const {
    TreeLanes::store(task, slot);
    TreePast& past = task.pasts[slot];
    past.taken[0][lane()] = taken_black_;
    past.taken[1][lane()] = taken_white_;
    if (lane() == 0) past.key_count = key_count_;
  }

  // Whether a search from here has the room that it needs.
  __device__ bool has_room(const TreeTask& task) const { return key_count_ <= task.past_room; }

  // A legal move.
  __device__ void place(int colour, std::uint32_t spot) {
    const std::uint64_t before = key(of(0), of(1));
    if (lane() == 0) keys_[key_count_] = before;
    ++key_count_;
    __syncwarp();
    const std::uint32_t captured = captured_by(colour, spot);
    TreeLanes::place(colour, spot);
    remove(1 - colour, captured);
    (colour == 0 ? taken_white_ : taken_black_) |= captured;
  }

  __device__ Result result_after(int colour, std::uint32_t spot) {
    if (joins(colour, spot)) return won_by(colour);
    if (board().repetition_loses != 0 && has(taken(colour), spot) && was_there(key(of(0), of(1)))) {
      return won_by(1 - colour);
    }
    find_moves(1 - colour);
    return any(legal_) ? Result::ongoing : won_by(colour);
  }

  // Where a stone has an empty cell beside it, or its group has one or gets one. Only on a cell
  // from which a stone of its colour was taken can it bring a position back.
  __device__ void find_moves(int mover) {
    const std::uint32_t own = of(mover), empty = free();
    const std::uint32_t open = empty & beside(empty);
    // Beside groups that reach an open cell no stone is suicide.
    legal_ = open | (empty & beside(joined<true>(beside(open) & own, own)));
    for_each_spot(empty & ~legal_, [&](std::uint32_t spot) {
      if (lives(mover, spot)) legal_ |= only(spot);
    });
    if (board().repetition_loses != 0) return;
    for_each_spot(legal_ & taken(mover), [&](std::uint32_t spot) {
      const std::uint32_t with = of(mover) | only(spot);
      const std::uint32_t others = of(1 - mover) & ~captured_by(mover, spot);
      const std::uint64_t after = key(mover == 0 ? with : others, mover == 0 ? others : with);
      if (was_there(after)) legal_ &= ~only(spot);
    });
  }

  __device__ bool is_free(std::uint32_t spot) const { return has(legal_, spot); }

  // With the features that the net sees: stones of groups with one, two, three liberties.
  __device__ void write(int mover, std::uint32_t last, std::uint8_t* points) const {
    if (board().features == 0) {
      TreeLanes::write(mover, last, points);
      return;
    }
    std::uint32_t by_liberties[kFeatures] = {};
    for (int colour = 0; colour < 2; ++colour) {
      for (std::uint32_t left = of(colour); any(left);) {
        const std::uint32_t group = joined<true>(first_of(left), of(colour));
        const std::uint32_t liberties =
            sum_of_lanes(static_cast<std::uint32_t>(__popc(beside(group) & free())));
        for (std::uint32_t i = 0; i < kFeatures; ++i) {
          if (liberties == i + 1) by_liberties[i] |= group;
        }
        left &= ~group;
      }
    }
    TreeLanes::write(mover, last, points, [&](std::uint32_t spot) {
      std::uint32_t bits = 0;
      for (std::uint32_t i = 0; i < kFeatures; ++i) {
        const bool is_there = has(by_liberties[i], spot);
        if (is_there && i < board().features) bits |= 1U << (Net::kCommonPlanes + i);
      }
      return bits;
    });
  }

 private:
  static constexpr std::uint32_t kFeatures = 3;  // Gonnect::feature_count()

  __device__ static bool any(std::uint32_t own_row) { return __any_sync(kAllLanes, own_row != 0); }
  __device__ std::uint32_t taken(int colour) const {
    return colour == 0 ? taken_black_ : taken_white_;
  }

  // The first cell of a board that has one, this lane's row of it.
  __device__ std::uint32_t first_of(std::uint32_t own_row) const {
    const int row = __ffs(static_cast<int>(__ballot_sync(kAllLanes, own_row != 0))) - 1;
    return lane() == row ? own_row & (0U - own_row) : 0;
  }

  // Calls see(spot) for each cell of a board, a row of which each lane has; all lanes call it.
  template <class See>
  __device__ static void for_each_spot(std::uint32_t own_row, See&& see) {
    for (unsigned rows = __ballot_sync(kAllLanes, own_row != 0); rows != 0; rows &= rows - 1) {
      const int row = __ffs(static_cast<int>(rows)) - 1;
      for (std::uint32_t cells = from_lane(own_row, row); cells != 0; cells &= cells - 1) {
        see(256U * static_cast<std::uint32_t>(row) +
            static_cast<std::uint32_t>(__ffs(static_cast<int>(cells)) - 1));
      }
    }
  }

  // All cells with a neighbour among these, beyond the board too.
  __device__ std::uint32_t beside(std::uint32_t cells) const {
    return above(cells) | below(cells) | cells << 1 | cells >> 1;
  }

  // The opponent's stones that a stone takes which comes, or has come, there. Set-up stones may
  // have groups without a liberty elsewhere: these stay.
  __device__ std::uint32_t captured_by(int colour, std::uint32_t spot) const {
    const std::uint32_t others = of(1 - colour), touched = beside(only(spot)) & others;
    if (!any(touched)) return 0;
    const std::uint32_t empty = free() & ~only(spot);
    const std::uint32_t dead = others & ~joined<true>(beside(empty) & others, others);
    return any(touched & dead) ? joined<true>(touched & dead, dead) : 0;
  }

  // Whether a stone's group would have a liberty.
  __device__ bool lives(int colour, std::uint32_t spot) const {
    const std::uint32_t group = joined<true>(only(spot), of(colour) | only(spot));
    return any(beside(group) & free() & ~only(spot)) || any(captured_by(colour, spot));
  }

  // Whether the group of a stone joins two opposite edges.
  __device__ bool joins(int colour, std::uint32_t spot) const {
    const std::uint32_t group = joined<true>(only(spot), of(colour));
    const auto touches = [&](int goal) {
      return any(group & board().goal_rows[colour][goal][lane()]);
    };
    return (touches(0) && touches(1)) || (touches(2) && touches(3));
  }

  __device__ bool was_there(std::uint64_t key) const {
    bool is_there = false;
    for (auto i = static_cast<std::uint32_t>(lane()); i < key_count_; i += kWarpLanes) {
      is_there = is_there || keys_[i] == key;
    }
    return __any_sync(kAllLanes, is_there);
  }

  // As Gonnect::key() has it, by which the host remembers positions: of words of 64 cells. The
  // kernel has it in many places, and with unrolled loops would be twice as long.
  __device__ std::uint64_t key(std::uint32_t black, std::uint32_t white) const {
    const auto half = static_cast<std::uint32_t>(lane());  // of a word: cells from 32 * half on
    const std::uint32_t columns = board().columns;
    std::uint32_t black_half = 0, white_half = 0;
    std::uint32_t row = 32 * half / columns;
#pragma unroll 1
    for (std::uint32_t i = 0; i < 32 / columns + 2; ++i, ++row) {
      const std::uint32_t black_row = from_lane(black, static_cast<int>(row & 31));
      const std::uint32_t white_row = from_lane(white, static_cast<int>(row & 31));
      const int shift = static_cast<int>(row * columns) - static_cast<int>(32 * half);
      if (row >= kTreeRows || shift >= 32) continue;
      black_half |= shift < 0 ? black_row >> -shift : black_row << shift;
      white_half |= shift < 0 ? white_row >> -shift : white_row << shift;
    }
    return with_words(with_words(0, black_half), white_half);
  }
  __device__ std::uint64_t with_words(std::uint64_t key, std::uint32_t half) const {
    const int words = static_cast<int>((board().cells + 63) / 64);
#pragma unroll 1
    for (int i = 0; i < words; ++i) {
      const std::uint64_t high = from_lane(half, 2 * i + 1);
      key = SplitMix64::mix(key + (high << 32 | from_lane(half, 2 * i)));
    }
    return key;
  }

  std::uint64_t* keys_;
  std::uint32_t key_count_;
  std::uint32_t taken_black_, taken_white_;  // as TreePast, this lane's rows
  std::uint32_t legal_ = 0;                  // where the next stone may go, this lane's row
};

}  // namespace isthmus
