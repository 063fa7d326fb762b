#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fills/fill_backend.hpp"

namespace isthmus {

// Counts fills in SIMD words.
class CpuFillBackend final : public FillBackend {
 public:
  // The instruction sets that the processor has, the best first, as Highway names them: AVX3_DL,
  // AVX3, AVX2, SSE4, SCALAR, ...
  static std::vector<std::string> instruction_sets();

  // Uses that instruction set, the best where the name is empty. Throws std::invalid_argument for
  // other names.
  explicit CpuFillBackend(std::string_view instruction_set = {});

  // Throws std::invalid_argument for a task that is not as FillTask asks.
  void run(std::span<const FillTask> tasks, std::span<FillCounts> counts) const override;

  // The fills themselves, for tests and displays: bit b of word g * rows * columns + cell is set
  // where the cell is black in fill 32 * g + b of the task.
  std::vector<std::uint32_t> draw(const FillTask& task) const;

 private:
  std::size_t chosen_;  // among instruction_sets()
};

}  // namespace isthmus
