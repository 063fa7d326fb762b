#include "gpu/playout/compare_playouts.hpp"

#include <algorithm>
#include <string>
#include <tuple>
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

std::string difference(const FillCounts& first, const FillCounts& second) {
  if (first.fills != second.fills) return "fills: " + numbers(first.fills, second.fills);
  if (first.black_connects != second.black_connects) {
    return "fills in which Black connects: " + numbers(first.black_connects, second.black_connects);
  }
  const std::string black = difference("black", first.black, second.black);
  if (!black.empty()) return black;
  return difference("black where Black connects", first.black_and_connects,
                    second.black_and_connects);
}

std::string difference(const OutcomeCounts& first, const OutcomeCounts& second) {
  if (first.playouts != second.playouts) {
    return "playouts: " + numbers(first.playouts, second.playouts);
  }
  if (first.black_wins != second.black_wins) {
    return "wins of Black: " + numbers(first.black_wins, second.black_wins);
  }
  if (first.draws != second.draws) return "draws: " + numbers(first.draws, second.draws);
  for (const auto& [what, a, b] :
       {std::tuple("black", &first.black, &second.black),
        std::tuple("points where black", &first.black_points, &second.black_points),
        std::tuple("white", &first.white, &second.white),
        std::tuple("points where white", &first.white_points, &second.white_points)}) {
    const std::string differs = difference(what, *a, *b);
    if (!differs.empty()) return differs;
  }
  return {};
}

std::string describe(const FillTask& task) {
  return std::to_string(task.rows) + " rows, " + std::to_string(task.columns) + " columns, " +
         std::to_string(task.empty.size()) + " empty cells, " + std::to_string(task.blacks) +
         " to turn black, seed " + std::to_string(task.seed);
}

// Of tasks with stones on a board of one side.
template <class Task>
std::string describe(const Task& task) {
  return "side " + std::to_string(task.side) + ", " +
         std::to_string((task.black | task.white).size()) + " stones, " +
         std::to_string(task.playouts) + " playouts, seed " + std::to_string(task.seed);
}

template <class Task, class Counts>
void compare_each(std::span<const Task> tasks, std::span<const Counts> counts,
                  std::span<const Counts> expected) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string what = difference(counts[i], expected[i]);
    if (what.empty()) continue;
    throw BackendError("two counts of one task differ (" + describe(tasks[i]) + "): " + what);
  }
}

}  // namespace

void compare(std::span<const FillTask> tasks, std::span<const FillCounts> counts,
             std::span<const FillCounts> expected) {
  compare_each(tasks, counts, expected);
}

void compare(std::span<const ShapeTask> tasks, std::span<const OutcomeCounts> counts,
             std::span<const OutcomeCounts> expected) {
  compare_each(tasks, counts, expected);
}

void compare(std::span<const CaptureTask> tasks, std::span<const OutcomeCounts> counts,
             std::span<const OutcomeCounts> expected) {
  compare_each(tasks, counts, expected);
}

}  // namespace isthmus
