#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/captures/capture_backend.hpp"

namespace isthmus {

// Plays on as many boards at a time as a SIMD register has lanes of 32 bits.
class CpuCaptureBackend final : public CaptureBackend {
 public:
  // The instruction sets that the processor has, the best first, as Highway names them.
  static std::vector<std::string> instruction_sets();

  // Uses that instruction set, the best where the name is empty. Throws std::invalid_argument for
  // other names.
  explicit CpuCaptureBackend(std::string_view instruction_set = {});

  // Throws std::invalid_argument for a task that is not as CaptureTask asks.
  void run(std::span<const CaptureTask> tasks, std::span<OutcomeCounts> counts) const override;

 private:
  std::size_t chosen_;  // among instruction_sets()
};

}  // namespace isthmus
