// Playouts until it is known on which board the first shape was there. For source files that
// Highway compiles once a target.

#if defined(ISTHMUS_ENGINE_PLAYOUTS_TO_BOARD_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_PLAYOUTS_TO_BOARD_HPP
#undef ISTHMUS_ENGINE_PLAYOUTS_TO_BOARD_HPP
#else
#define ISTHMUS_ENGINE_PLAYOUTS_TO_BOARD_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_playouts.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Those to the board that decides, or to the exact end by the same looks.
class PlayoutsToBoard : ShapePlayouts {
 public:
  PlayoutsToBoard(const ShapePlan& plan, OutcomeCounts& counts)
      : ShapePlayouts(plan, counts), bisection_(plan.probes, plan.black_moves, plan.exact_end) {}

  void run() {
    for (;;) {
      for (int lane = 0; lane < kWordLanes; ++lane) refill(lane);
      if (!any(active_.word)) return;
      if (any(fresh_.word)) draw_fresh();
      bisection_.choose();
      const LaneWord black = find(true), white = find(false);
      const auto over = bisection_.narrow(active_.word, black, white);
      count(bisection_, over);
      active_.word = active_.word & ~over.all();
    }
  }

 private:
  // Gives the free bits of a lane the next playouts of its unit; once that has none and all are
  // over, those of the next unit.
  void refill(int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (left_[i] == 0 && active_.lane[lane] == 0) {
      if (is_counting_[i]) end_unit(lane);
      if (next_unit_ < plan_.units) start_unit(lane);
    }
    const std::uint32_t fresh = first_bits(~active_.lane[lane], left_[i]);
    fresh_.lane[lane] = fresh;
    active_.lane[lane] |= fresh;
    left_[i] -= static_cast<std::uint32_t>(std::popcount(fresh));
  }

  void draw_fresh() {
    draw_pairs(fresh_.word, [&](int coin_word, LaneWord* words) {
      draw_coins(coin_word, fresh_.word, next_.word, low_.word, high_.word, words);
    });
    next_.word = next_.word + count_bits(fresh_.word);
    bisection_.start(fresh_.word);
  }

  // Where a side has a shape on the boards to look at.
  LaneWord find(bool black) {
    put_stones(bisection_, uniform_word<LaneWord>(black));
    return shapes_.find(active_.word);
  }

  ShapeBisection<LaneWord, kPlanes> bisection_;
  ShapeLanes active_;  // playouts under way
  ShapeLanes fresh_;   // those of them that begin
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
