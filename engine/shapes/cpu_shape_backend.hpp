#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shapes/shape_backend.hpp"

namespace isthmus {

// Plays in SIMD words, with the best instruction set that the processor has: a lane is a unit of
// playouts, 32 at a time.
class CpuShapeBackend final : public ShapeBackend {
 public:
  // Throws std::invalid_argument for a task that is not as ShapeTask asks.
  void run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const override;

  // As CpuFillBackend has them.
  static std::vector<std::string> instruction_sets();
  static std::string instruction_set();
  static void use_instruction_set(std::string_view name);
};

}  // namespace isthmus
