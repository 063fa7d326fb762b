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

// A lane that can leave its playout to a team of lanes. All lanes of that have the same playout,
// and draw ahead: the first looks at the stone that is drawn first, the next at that which would be
// if this were suicide, and so on. The teams of a warp make their moves together.
//
// On boards up to 6 x 6, whose playouts are short, a team is a whole warp: each lane looks at a
// candidate of its own, and then one after the other is drawn.
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

  // By trial.
  static constexpr unsigned kLanes = Shape::kSide <= 6 ? kWarpLanes : 8;
  __device__ static unsigned lane_of_team() { return threadIdx.x % kLanes; }
  __device__ static unsigned first_of_team() { return threadIdx.x % kWarpLanes / kLanes * kLanes; }

  // By all lanes of a warp: a move of those teams that are in phase `choose`, or what follows where
  // no candidate is legal.
  __device__ void play_together(const CaptureTables<Shape>& tables) {
    if constexpr (kLanes == kWarpLanes) {
      choose_by_warp(tables);
    } else {
      choose_by_teams(tables);
    }
    if (phase == Phase::place) this->place();
    while (phase == Phase::join) this->join();
    if (phase == Phase::end_move) this->end_move();
  }

 private:
  using Base::beside_, Base::candidates_, Base::captures_, Base::grown_, Base::has_empty_;
  using Base::has_own_, Base::in_eyes_, Base::is_legal_, Base::left_, Base::moves_, Base::play_;
  using Base::random_, Base::top_;
  static constexpr int kWords = Shape::kWords;
  static constexpr unsigned kTeam = kLanes < kWarpLanes ? (1u << kLanes) - 1 : kAllLanes;

  // In phase `choose`.
  __device__ void choose_by_warp(const CaptureTables<Shape>& tables) {
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
      if ((legal >> drawn & 1) != 0) {
        return take_over(tables, 32 * candidate.word + place, drawn, true);
      }
      if (are_many) return this->refuse();
    }
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) candidates_[i] = 0;
    phase = Phase::choose;
  }

  __device__ void choose_by_teams(const CaptureTables<Shape>& tables) {
    std::uint32_t counts[kWords] = {};
    const std::uint32_t total = phase == Phase::choose ? this->count_candidates(counts) : 0;
    if (phase == Phase::choose && total == 0) this->turn_to_eyes();
    const std::uint32_t looks = min(total, kLanes);
    int cell = 0;
    has_empty_ = has_own_ = 0;
    captures_ = false;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) play_[i] = 0;
    if (lane_of_team() < looks) {
      const DrawnBit candidate = find_bit(candidates_, counts, draw_ahead(total));
      const int place = this->place_of(tables, candidate);
      cell = 32 * candidate.word + place;
      this->look_around(tables, candidate.word, place);
      judge();
    }

    // Until the first that may be legal is known to be so.
    unsigned open, legal;
    for (;;) {
      open = vote(searches());
      legal = vote(phase == Phase::place);
      const bool waits = (open & (legal - 1)) != 0;
      if (!__any_sync(kAllLanes, waits)) break;
      if (waits && searches()) this->find_liberties();
    }
    const bool is_legal = legal != 0, refuses = !is_legal && looks != 0;
    const int taken = is_legal ? __ffs(static_cast<int>(legal)) - 1 : 0;
    const int draws = is_legal ? taken + 1 : static_cast<int>(looks);
    for (int i = 0; i < draws; ++i) random_.below(1);
    if (__any_sync(kAllLanes, refuses)) refuse_all(refuses);
    take_over(tables, cell, static_cast<int>(first_of_team()) + taken, is_legal);
  }

  static constexpr int kLooks = static_cast<int>(kLanes);
  // The number, of `total` candidates, of that which the lane's draw comes to, if all before it are
  // no candidates any more.
  __device__ std::uint32_t draw_ahead(std::uint32_t total) const {
    std::uint32_t drawn[kLanes];
    CaptureRandom random = random_;
    ISTHMUS_UNROLL
    for (int i = 0; i < kLooks; ++i) drawn[i] = random.below(total - static_cast<unsigned>(i));
    const auto lane = static_cast<int>(lane_of_team());
    std::uint32_t number = 0;
    ISTHMUS_UNROLL
    for (int i = kLooks - 1; i >= 0; --i) {
      if (i == lane) number = drawn[i];
      if (i < lane && number >= drawn[i]) ++number;
    }
    return number;
  }

  // By all lanes of a warp: if that is so for a team, what its lanes have looked at is suicide.
  __device__ void refuse_all(bool refuses) {
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      std::uint32_t looked_at = play_[i];
      ISTHMUS_UNROLL
      for (int j = 1; j < kLooks; j *= 2) looked_at |= __shfl_xor_sync(kAllLanes, looked_at, j);
      if (refuses) candidates_[i] &= ~looked_at;
    }
    if (refuses) phase = Phase::choose;
  }

  // By all lanes of a warp: for which lanes of the own team it is so.
  __device__ static unsigned vote(bool is_so) {
    return __ballot_sync(kAllLanes, is_so) >> first_of_team() & kTeam;
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

  // By all lanes of a warp: what a lane of a team knows of its candidate, a cell, for all of the
  // team, if they are to take it.
  __device__ void take_over(const CaptureTables<Shape>& tables, int cell, int lane, bool takes) {
    constexpr int kCaptures = 1 << 10, kHasOthers = 1 << 11;
    const bool has_others = (has_empty_ | has_own_) != 0;
    const int known = static_cast<int>(__shfl_sync(
        kAllLanes, cell | (captures_ ? kCaptures : 0) | (has_others ? kHasOthers : 0), lane));
    const bool captures = takes && (known & kCaptures) != 0;
    if (__any_sync(kAllLanes, captures)) {
      ISTHMUS_UNROLL
      for (int i = 0; i < kWords; ++i) {
        const std::uint32_t its = __shfl_sync(kAllLanes, grown_[i], lane);
        if (captures) grown_[i] = its;
      }
    }
    if (!takes) return;
    this->look_around(tables, known >> 5 & 31, known & 31);
    has_empty_ = known & kHasOthers;
    has_own_ = 0;
    captures_ = captures;
    phase = Phase::place;
  }
};

}  // namespace isthmus
