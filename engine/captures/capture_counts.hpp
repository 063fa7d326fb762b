#pragma once

#include <cstdint>

#include "engine/captures/capture_start.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus {

// As OutcomeCounts, by the bits of words (capture_bit()).
struct CaptureCounts {
  static constexpr int kBits = CaptureStart::kMaxWords * 32;
  std::uint32_t black_wins = 0, draws = 0;
  std::uint32_t black[kBits] = {}, black_points[kBits] = {};
  std::uint32_t white[kBits] = {}, white_points[kBits] = {};
};

// The counts of a task by cell.
OutcomeCounts outcome_counts(const CaptureTask& task, const CaptureCounts& counts);

}  // namespace isthmus
