#pragma once

#include <cstdint>

#include "gpu/captures/capture_lane.cuh"
#include "gpu/device/warp.hpp"

namespace isthmus {

// A playout between two draws.
template <class Shape>
struct UnfinishedCapture {
  CaptureRandom random;
  CaptureSet<std::uint32_t, Shape> own, stones, top, left, candidates;
  int moves;
  bool is_white, in_eyes;
};

// A lane that can leave its playout to a whole warp. All lanes of that have the same playout, and
// each looks at a candidate of its own, so that a move takes as long as the slowest look and not as
// long as all stones that would be suicide.
template <class Shape>
class CaptureTeam : public CaptureLane<Shape> {
 public:
  using Base = CaptureLane<Shape>;
  using Base::is_white, Base::own, Base::phase, Base::stones;
  using Phase = typename Base::Phase;

  // In phase `choose`.
  __device__ UnfinishedCapture<Shape> unfinished() const {
    return {random_, own, stones, top_, left_, candidates_, moves_, is_white, in_eyes_};
  }
  __device__ void go_on(const UnfinishedCapture<Shape>& playout) {
    random_ = playout.random;
    own = playout.own;
    stones = playout.stones;
    top_ = playout.top;
    left_ = playout.left;
    candidates_ = playout.candidates;
    moves_ = playout.moves;
    is_white = playout.is_white;
    in_eyes_ = playout.in_eyes;
    phase = Phase::choose;
  }

  // By all lanes of a warp, which have the same playout in phase `choose`: a move, or what follows
  // where no candidate is legal.
  __device__ void play_together(const CaptureTables<Shape>& tables) {
    choose_together(tables);
    if (phase == Phase::place) this->place();
    while (phase == Phase::join) this->join();
    if (phase == Phase::end_move) this->end_move();
  }

 private:
  using Base::beside_, Base::candidates_, Base::captures_, Base::grown_, Base::has_empty_;
  using Base::has_own_, Base::in_eyes_, Base::is_legal_, Base::left_, Base::moves_, Base::play_;
  using Base::random_, Base::top_;
  static constexpr int kWords = Shape::kWords;

  __device__ void choose_together(const CaptureTables<Shape>& tables) {
    std::uint32_t counts[kWords];
    const std::uint32_t total = this->count_candidates(counts);
    if (total == 0) return this->turn_to_eyes();
    const unsigned lane = threadIdx.x % kWarpLanes;
    // Where there are more than lanes, hardly any is illegal: all look at the one that is drawn.
    const bool are_many = total > kWarpLanes;
    const std::uint32_t number = are_many ? random_.below(total) : min(lane, total - 1);
    const DrawnBit candidate = find_bit(candidates_, counts, number);
    const int place = this->place_of(tables, candidate);
    this->look_around(tables, candidate.word, place);
    judge();

    // By their numbers: the candidates that are left, those not yet judged, and the legal ones.
    unsigned left = total < kWarpLanes ? (1u << total) - 1 : kAllLanes;
    unsigned open = __ballot_sync(kAllLanes, searches());
    unsigned legal = __ballot_sync(kAllLanes, phase == Phase::place);
    int drawn = 0;
    for (; left != 0; left &= ~(1u << drawn)) {
      if (!are_many) {
        const std::uint32_t nth = random_.below(static_cast<std::uint32_t>(__popc(left)));
        const auto before = static_cast<std::uint32_t>(__popc(left & ((1u << lane) - 1)));
        const bool is_it = (left >> lane & 1) != 0 && before == nth;
        drawn = __ffs(static_cast<int>(__ballot_sync(kAllLanes, is_it))) - 1;
      }
      while ((open >> drawn & 1) != 0) {
        if (searches()) this->find_liberties();
        open = __ballot_sync(kAllLanes, searches());
        legal = __ballot_sync(kAllLanes, phase == Phase::place);
      }
      if ((legal >> drawn & 1) != 0) return take_over(tables, 32 * candidate.word + place, drawn);
      if (are_many) return this->refuse();
    }
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) candidates_[i] = 0;
    phase = Phase::choose;
  }

  // As consider(), without branches.
  __device__ void judge() {
    const auto by_empty = neighbours(this->empty_but_play());
    std::uint32_t has_own_liberty = 0, in_danger = 0;
    has_empty_ = has_own_ = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      has_empty_ |= beside_[i] & Shape::board(i) & ~(stones[i] | play_[i]);
      has_own_ |= beside_[i] & own[i];
      has_own_liberty |= beside_[i] & own[i] & by_empty[i];
      in_danger |= beside_[i] & stones[i] & ~own[i] & ~by_empty[i];
    }
    const std::uint32_t others = in_danger != 0 ? ~0u : 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) grown_[i] = by_empty[i] & (own[i] ^ (stones[i] & others));
    is_legal_ = (has_empty_ | has_own_liberty) != 0;
    captures_ = false;
    phase = in_danger != 0  ? Phase::find_liberties
            : is_legal_     ? Phase::place
            : has_own_ != 0 ? Phase::find_own_liberties
                            : Phase::refuse;
  }

  __device__ bool searches() const {
    return phase == Phase::find_liberties || phase == Phase::find_own_liberties;
  }

  // What that lane knows of its candidate, a cell, for all.
  __device__ void take_over(const CaptureTables<Shape>& tables, int cell, int lane) {
    constexpr int kCaptures = 1 << 10, kHasOthers = 1 << 11;
    const bool has_others = (has_empty_ | has_own_) != 0;
    const int known = __shfl_sync(
        kAllLanes, cell | (captures_ ? kCaptures : 0) | (has_others ? kHasOthers : 0), lane);
    this->look_around(tables, known >> 5 & 31, known & 31);
    has_empty_ = known & kHasOthers;
    has_own_ = 0;
    captures_ = (known & kCaptures) != 0;
    if (captures_) {
      ISTHMUS_UNROLL
      for (int i = 0; i < kWords; ++i) grown_[i] = __shfl_sync(kAllLanes, grown_[i], lane);
    }
    phase = Phase::place;
  }
};

}  // namespace isthmus
