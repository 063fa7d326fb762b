#include "gpu/playout/compare_playouts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/backend_error.hpp"

namespace isthmus {

namespace {

std::string numbers(std::uint64_t first, std::uint64_t second) {
  return std::to_string(first) + " and " + std::to_string(second);
}

// What two counts by cell first differ in; nothing where they are equal.
std::string difference(const char* what, const std::vector<std::uint32_t>& first,
                       const std::vector<std::uint32_t>& second) {
  if (first.size() != second.size())
    return "the number of cells: " + numbers(first.size(), second.size());
  const auto [a, b] = std::mismatch(first.begin(), first.end(), second.begin());
  if (a == first.end()) return {};
  return std::string(what) + " at cell " + std::to_string(a - first.begin()) + ": " +
         numbers(*a, *b);
}

std::string difference(const PlayoutCounts& first, const PlayoutCounts& second) {
  if (first.fills != second.fills) return "fills: " + numbers(first.fills, second.fills);
  if (first.black_connects != second.black_connects) {
    return "fills in which Black connects: " + numbers(first.black_connects, second.black_connects);
  }
  const std::string black = difference("black", first.black, second.black);
  if (!black.empty()) return black;
  return difference("black where Black connects", first.black_and_connects,
                    second.black_and_connects);
}

}  // namespace

void compare(std::span<const FillTask> tasks, std::span<const PlayoutCounts> counts,
             std::span<const PlayoutCounts> expected) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string what = difference(counts[i], expected[i]);
    if (what.empty()) continue;
    const FillTask& task = tasks[i];
    throw BackendError("two tallies of one task differ (" + std::to_string(task.rows) + " rows, " +
                       std::to_string(task.columns) + " columns, " +
                       std::to_string(task.empty.size()) + " empty cells, " +
                       std::to_string(task.blacks) + " to turn black, seed " +
                       std::to_string(task.seed) + "): " + what);
  }
}

}  // namespace isthmus
