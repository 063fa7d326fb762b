// Playouts until it is known where exactly they end. For source files that Highway compiles once a
// target.

#if defined(ISTHMUS_ENGINE_PLAYOUTS_TO_END_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_PLAYOUTS_TO_END_HPP
#undef ISTHMUS_ENGINE_PLAYOUTS_TO_END_HPP
#else
#define ISTHMUS_ENGINE_PLAYOUTS_TO_END_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/shapes/shape_end.hpp"
#include "engine/shapes/shape_playouts.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Those to the exact end, faster where most end with rings. A flood takes as long for a few
// playouts as for many, and most need few kinds of floods. So those of one kind are done together:
// playouts that begin look for their first ring until a few are left, which go on with the next;
// then a look for crossings at each side shows for most that this is the end; all others are put on
// lists until no more begin.
class PlayoutsToEnd : ShapePlayouts {
 public:
  PlayoutsToEnd(const ShapePlan& plan, OutcomeCounts& counts)
      : ShapePlayouts(plan, counts), search_(plan.probes, plan.black_moves) {}

  void run() {
    while (begin_units()) {
      while (begin()) {
        do look_for_rings();
        while (count_all_bits(ringing_.word) > late_);
        look_for_crossings();
      }
      while (take_up()) look_for_others();
      for (int lane = 0; lane < kWordLanes; ++lane) {
        if (is_counting_[static_cast<std::size_t>(lane)]) end_unit(lane);
      }
    }
  }

 private:
  // How many may be late with their rings, and how many of those listed are worth the work of
  // taking them up.
  static constexpr int kLate = 8 * kWordLanes, kEnough = kWordLanes;

  // Of a playout on a list: its number in the unit, and ShapeEnd's high(), black() and one().
  struct Listed {
    std::uint16_t number, high;
    bool black, one;
  };

  bool begin_units() {
    bool has_begun = false;
    for (int lane = 0; lane < kWordLanes && next_unit_ < plan_.units; ++lane) {
      start_unit(lane);
      has_begun = true;
    }
    return has_begun;
  }

  // Begins playouts where bits are free; returns whether any look for rings.
  bool begin() {
    ShapeLanes fresh;
    bool is_last = true;
    for (int lane = 0; lane < kWordLanes; ++lane) {
      const auto i = static_cast<std::size_t>(lane);
      fresh.lane[lane] = first_bits(~ringing_.lane[lane], left_[i]);
      left_[i] -= static_cast<std::uint32_t>(std::popcount(fresh.lane[lane]));
      is_last = is_last && left_[i] == 0;
      for_each_bit(fresh.lane[lane],
                   [&](int bit) { numbers_[bit].lane[lane] = next_.lane[lane]++; });
    }
    ringing_.word = ringing_.word | fresh.word;
    if (!any(ringing_.word)) return false;
    if (any(fresh.word)) draw(fresh.word);
    search_.start(fresh.word);
    late_ = is_last ? 0 : kLate;
    return true;
  }

  void look_for_rings() {
    put_stones();
    search_.narrow(ringing_.word, shapes_.find_rings(ringing_.word));
    const LaneWord over = ringing_.word & search_.is_over();
    ringing_.word = ringing_.word & ~over;
    checking_ = checking_ | over;
  }

  void look_for_crossings() {
    search_.start_others(checking_);
    LaneWord over = checking_ & search_.is_over();
    for (LaneWord asked; any(asked = checking_ & ~over);) {
      put_stones();
      const LaneWord found = asked & shapes_.find_crossings(asked);
      list(found);
      checking_ = checking_ & ~found;
      search_.narrow(asked & ~found, LaneWord{});
      over = checking_ & search_.is_over();
    }
    count(search_, search_.finish(over));
    checking_ = LaneWord{};
  }

  void look_for_others() {
    put_stones();
    search_.narrow(active_.word, shapes_.find_others(active_.word));
    const LaneWord over = active_.word & search_.is_over();
    count(search_, search_.finish(over));
    active_.word = active_.word & ~over;
  }

  void put_stones() {
    search_.choose();
    ShapePlayouts::put_stones(search_, search_.asks_black());
  }

  void list(LaneWord which) {
    if (!any(which)) return;
    ShapeLanes bits, black, one, high[kPlanes];
    bits.word = which;
    black.word = search_.black();
    one.word = search_.one();
    for (int i = 0; i < kPlanes; ++i) high[i].word = search_.high(i);
    for (int lane = 0; lane < kWordLanes; ++lane) {
      for_each_bit(bits.lane[lane], [&](int bit) {
        const auto get = [&](const ShapeLanes& word) { return word.lane[lane] >> bit & 1; };
        unsigned board = 0;
        for (int i = 0; i < kPlanes; ++i) board |= get(high[i]) << i;
        lists_[static_cast<std::size_t>(lane)].push_back(
            {static_cast<std::uint16_t>(numbers_[bit].lane[lane]),
             static_cast<std::uint16_t>(board), get(black) != 0, get(one) != 0});
      });
    }
  }

  // Takes up playouts from the lists where bits are free, if these are many or nothing else is
  // left; returns whether any are under way.
  bool take_up() {
    ShapeLanes fresh;
    int all = 0;
    for (int lane = 0; lane < kWordLanes; ++lane) {
      fresh.lane[lane] =
          first_bits(~active_.lane[lane], lists_[static_cast<std::size_t>(lane)].size());
      all += std::popcount(fresh.lane[lane]);
    }
    if (all == 0 || (all < kEnough && any(active_.word))) return any(active_.word);
    ShapeLanes black, one, high[kPlanes];
    for (int lane = 0; lane < kWordLanes; ++lane) {
      for_each_bit(fresh.lane[lane], [&](int bit) {
        auto& list = lists_[static_cast<std::size_t>(lane)];
        const Listed item = list.back();
        list.pop_back();
        const auto put = [&](ShapeLanes& word, unsigned set) { word.lane[lane] |= set << bit; };
        numbers_[bit].lane[lane] = item.number;
        for (int i = 0; i < kPlanes; ++i) put(high[i], item.high >> i & 1u);
        put(black, item.black ? 1 : 0);
        put(one, item.one ? 1 : 0);
      });
    }
    draw(fresh.word);
    LaneWord boards[kPlanes];
    for (int i = 0; i < kPlanes; ++i) boards[i] = high[i].word;
    search_.resume(fresh.word, boards, black.word, one.word);
    active_.word = active_.word | fresh.word;
    return true;
  }

  // Draws the coins of those playouts, whose numbers are there.
  void draw(LaneWord fresh) {
    draw_pairs(fresh, [&](int coin_word, LaneWord* words) {
      const LaneWord add(static_cast<std::uint32_t>(coin_word));
      for (int i = 0; i < 32; ++i) {
        words[i] =
            shape_random(numbers_[i].word * LaneWord(kCoinWords) + add, low_.word, high_.word);
      }
      transpose_bits(words);
    });
  }

  template <class Visit>
  static void for_each_bit(std::uint32_t word, Visit&& visit) {
    for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
  }

  ShapeEnd<LaneWord, kPlanes> search_;
  int late_ = 0;
  std::array<std::vector<Listed>, kWordLanes> lists_;
  ShapeLanes numbers_[32];  // of the playouts of each bit, in the unit
  ShapeLanes ringing_;      // playouts whose first ring is looked for
  LaneWord checking_{};     // ... is known
  ShapeLanes active_;       // those taken from the lists
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
