#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fills/fill_backend.hpp"

namespace isthmus {

// Counts fills in SIMD words, with the best instruction set that the processor has.
class CpuFillBackend final : public FillBackend {
 public:
  // Throws std::invalid_argument for a task that is not as FillTask asks.
  void run(std::span<const FillTask> tasks, std::span<FillCounts> counts) const override;

  // The fills themselves, for tests and displays: bit b of word g * rows * columns + cell is set
  // where the cell is black in fill 32 * g + b of the task.
  std::vector<std::uint32_t> draw(const FillTask& task) const;

  // The instruction sets among which run() chooses here, the best first, as Highway names them:
  // AVX3_DL, AVX3, AVX2, SSE4, SSSE3, SCALAR, ...
  static std::vector<std::string> instruction_sets();
  // The one in use.
  static std::string instruction_set();
  // Makes the whole process use this one, or the best again where the name is empty; for tests
  // and benchmarks. No call of run() may be under way. Throws std::invalid_argument for other
  // names.
  static void use_instruction_set(std::string_view name);
};

}  // namespace isthmus
