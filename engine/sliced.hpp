// The fills of a task, drawn a word at a time.

#if defined(ISTHMUS_ENGINE_SLICED_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SLICED_HPP
#undef ISTHMUS_ENGINE_SLICED_HPP
#else
#define ISTHMUS_ENGINE_SLICED_HPP
#endif

#include <cstdint>

#include "engine/exact_fill.hpp"
#include "engine/fill_order.hpp"
#include "engine/fill_plan.hpp"
#include "engine/host_device.hpp"
#include "engine/majority_reduction.hpp"
#include "engine/word.hpp"
#include "engine/xorwow.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Puts the stones of a task on `board`, a word a cell; all other cells turn white.
template <class Word>
void place_stones(const FillTask& task, Word* board) {
  for (int cell = 0; cell < task.rows * task.columns; ++cell) board[cell] = Word{};
  task.black.for_each([&](Cell cell) { board[cell] = uniform_word<Word>(true); });
}

// Draws a fill of all empty cells for each board of a word. `group` holds the number of the group
// in each lane, and `order` is that of their unit.
template <class Word>
void draw_fills(const FillPlan& plan, Word group, FillOrder& order, Word* board) {
  Xorwow<Word> first(plan.keys, group);
  for (int cell = plan.single_count; cell < plan.empty_count; cell += 2) {
    const Word word = first();
    board[plan.empty[static_cast<std::size_t>(cell)]] = word;
    board[plan.empty[static_cast<std::size_t>(cell + 1)]] = ~word;
  }
  fill_exactly(
      board, plan.empty.data(), plan.single_count, plan.blacks, plan.generators,
      [&](int number) { return number == 0 ? first : Xorwow<Word>(plan.keys, group, number); },
      [&](int place) { return order.batch(place); });
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
