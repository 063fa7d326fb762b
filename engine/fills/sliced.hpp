// The fills of a task, drawn a word at a time.

#if defined(ISTHMUS_ENGINE_SLICED_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SLICED_HPP
#undef ISTHMUS_ENGINE_SLICED_HPP
#else
#define ISTHMUS_ENGINE_SLICED_HPP
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/fills/exact_fill.hpp"
#include "engine/fills/fill_order.hpp"
#include "engine/fills/fill_plan.hpp"
#include "engine/fills/majority_reduction.hpp"
#include "engine/random/xorwow.hpp"

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
// in each lane, and `order` is that of their unit, of plan.ordered().
template <class Word>
void draw_fills(const FillPlan& plan, Word group, FillOrder& order, Word* board) {
  Xorwow<Word> first(plan.keys, group);
  for (int cell = plan.single_count; cell < plan.empty_count; cell += 2) {
    const Word word = first();
    board[plan.empty[static_cast<std::size_t>(cell)]] = word;
    board[plan.empty[static_cast<std::size_t>(cell + 1)]] = ~word;
  }
  const auto generator = [&](int number) {
    return number == 0 ? first : Xorwow<Word>(plan.keys, group, number);
  };
  Excess<Word> excess = fill_at_random(board, plan.empty.data(), plan.single_count, plan.blacks,
                                       plan.generators, generator);
  if (!plan.is_mixed()) {
    excess.remove(WordBoard<Word>{board}, [&](int place) { return order.batch(place); });
    return;
  }
  using Quarter = typename QuarterOf<Word>::Type;
  const int first_group = static_cast<int>(first_lane(group) % (kFillsPerUnit / 32));
  for (int i = 0; i < QuarterOf<Word>::kCount; ++i) {
    const int shift = mixing_shift(plan.single_count, first_group + 4 * i);
    const auto cells = [&](int place) {
      std::array<std::uint16_t, FillOrder::kBatch> batch;
      const std::uint16_t* numbers = order.batch(place);
      for (std::size_t n = 0; n < batch.size(); ++n) {
        const int number = numbers[n] + shift;
        const int wrapped = number < plan.single_count ? number : number - plan.single_count;
        batch[n] = plan.empty[static_cast<std::size_t>(wrapped)];
      }
      return batch;
    };
    Excess<Quarter>(excess, i).remove(QuarterBoard<Word>{board, i}, cells);
  }
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
