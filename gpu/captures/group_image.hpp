#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/captures/capture_shape.hpp"
#include "engine/captures/capture_task.hpp"

namespace isthmus {

// Which sides of boards are played on a GroupBoard: from 16 on, where that is faster (NOTES.md).
constexpr bool plays_by_groups(int side) { return capture_rows_in_word(side) == 1; }

// What playouts on a GroupBoard begin with, in words of 16 bits: its cells, its sets, of each word
// the lower half first, and the cell of the ko, or side * side where there is none.
constexpr std::size_t group_image_words(int side) {
  const auto cells = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
  return cells + 1 + 4 * ((cells + 31) / 32) + 1;
}

// Writes it for a task that make_capture_start() takes.
void make_group_image(const CaptureTask& task, std::uint16_t* words);

}  // namespace isthmus
