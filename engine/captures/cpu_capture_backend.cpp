#include "engine/captures/cpu_capture_backend.hpp"

// Highway's newest 512-bit target: it counts bits in one instruction.
#define HWY_WANT_AVX3_DL
#include "engine/base/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/captures/cpu_capture_backend.cpp"
// clang-format off: the order matters to Highway.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/base/instruction_set.hpp"
#include "engine/captures/capture_lanes.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
void count_captures(int side, const CaptureStart& start, CaptureCounts& counts) {
  with_capture_shape(side, [&](auto shape) { CaptureLanes<decltype(shape)>(start, counts).run(); });
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#if HWY_ONCE

namespace isthmus {

namespace {

const auto& implementations() {
  static const auto found = ISTHMUS_IMPLEMENTATIONS(count_captures);
  return found;
}

}  // namespace

std::vector<std::string> CpuCaptureBackend::instruction_sets() {
  return instruction_set_names(implementations());
}

CpuCaptureBackend::CpuCaptureBackend(std::string_view instruction_set)
    : chosen_(find_instruction_set(instruction_sets(), instruction_set)) {}

void CpuCaptureBackend::run(std::span<const CaptureTask> tasks,
                            std::span<OutcomeCounts> counts) const {
  const auto& implementation = implementations()[chosen_];
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CaptureCounts found;
    implementation.function(tasks[i].side, make_capture_start(tasks[i]), found);
    counts[i] = outcome_counts(tasks[i], found);
  }
}

}  // namespace isthmus

#endif
