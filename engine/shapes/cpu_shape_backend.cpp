#include "engine/shapes/cpu_shape_backend.hpp"

// As in cpu_fill_backend.cpp.
#define HWY_WANT_AVX3_DL
#include "engine/base/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/shapes/cpu_shape_backend.cpp"
// clang-format off: the order matters to Highway.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <memory>
#include <vector>

#include "engine/base/instruction_set.hpp"
#include "engine/shapes/playouts_to_board.hpp"
#include "engine/shapes/playouts_to_end.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
void count_shapes(const ShapeTask& task, OutcomeCounts& counts) {
  const ShapePlan plan(task);
  ShapePlan::require_undecided(plan.is_decided());
  const auto cells = static_cast<std::size_t>((2 * plan.side - 1) * (2 * plan.side - 1));
  const std::vector<std::uint32_t> none(cells);
  counts = {plan.playouts, 0, 0, none, none, none, none};
  // On smaller boards too few end with rings.
  constexpr int kMinSide = 7;
  if (plan.exact_end && plan.side >= kMinSide) {
    std::make_unique<PlayoutsToEnd>(plan, counts)->run();
  } else {
    std::make_unique<PlayoutsToBoard>(plan, counts)->run();
  }
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#if HWY_ONCE

namespace isthmus {

namespace {

const auto& shape_implementations() {
  static const auto found = ISTHMUS_IMPLEMENTATIONS(count_shapes);
  return found;
}

}  // namespace

std::vector<std::string> CpuShapeBackend::instruction_sets() {
  return instruction_set_names(shape_implementations());
}

CpuShapeBackend::CpuShapeBackend(std::string_view instruction_set)
    : chosen_(find_instruction_set(instruction_sets(), instruction_set)) {}

void CpuShapeBackend::run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    shape_implementations()[chosen_].function(tasks[i], counts[i]);
    count_stones(tasks[i], counts[i]);
  }
}

}  // namespace isthmus

#endif
