#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shapes/shape_backend.hpp"

namespace isthmus {

// Plays in SIMD words: a lane is a unit of playouts, 32 at a time.
class CpuShapeBackend final : public ShapeBackend {
 public:
  // The instruction sets that the processor has, the best first, as Highway names them.
  static std::vector<std::string> instruction_sets();

  // Uses that instruction set, the best where the name is empty. Throws std::invalid_argument for
  // other names.
  explicit CpuShapeBackend(std::string_view instruction_set = {});

  // Throws std::invalid_argument for a task that is not as ShapeTask asks.
  void run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const override;

 private:
  std::size_t chosen_;  // among instruction_sets()
};

}  // namespace isthmus
