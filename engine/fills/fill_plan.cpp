#include "engine/fills/fill_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isthmus {

namespace {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(std::string("fill task: ") + message);
}

// The cells that the reduction reads: rows x columns, or the triangle in them.
CellSet board_cells(int rows, int columns, int side) {
  if (side == rows + columns - 1) return CellSet::range(0, rows * columns);
  CellSet triangle;
  for (int row = 0; row < rows; ++row) {
    triangle = triangle | CellSet::range(row * columns, side - row);
  }
  return triangle;
}

}  // namespace

CheckedTask::CheckedTask(const FillTask& task)
    : rows(task.rows), columns(task.columns), side(task.reduction_side), keys(task.seed) {
  require(rows >= 1 && rows <= kMaxSide && columns >= 1 && columns <= kMaxSide,
          "rows and columns must be from 1 to 32");
  require(side == rows + columns - 1 || (side == rows && rows == columns),
          "reduction_side must be rows + columns - 1, or rows for a triangle");
  require((task.black & task.white).empty() && (task.black & task.empty).empty() &&
              (task.white & task.empty).empty(),
          "a cell may be black, white or empty, not two of these");
  require((task.black | task.white | task.empty) == board_cells(rows, columns, side),
          "the black, white and empty cells must be those of the board");
  require(task.fills > 0 && task.fills % kFillsPerUnit == 0,
          "fills must be a positive multiple of 512");

  single = task.empty;
  for (auto [a, b] : task.bridges) {
    require(a < kMaxCells && b < kMaxCells && a != b && single.contains(a) && single.contains(b),
            "a bridge must be two empty cells that are in no other bridge");
    single.erase(a);
    single.erase(b);
  }
  pair_count = static_cast<int>(task.bridges.size());
  single_count = single.size();
  empty_count = single_count + 2 * pair_count;
  generators = generator_count(std::max(rows, columns));
  blacks = task.blacks - pair_count;
  require(blacks >= 0 && blacks <= single_count,
          "blacks must be from the number of bridges to that of empty cells less bridges");
  units = task.fills / kFillsPerUnit;
}

FillPlan::FillPlan(const FillTask& task) : CheckedTask(task) {
  std::size_t count = 0;
  single.for_each([&](Cell cell) { empty[count++] = cell; });
  for (auto [a, b] : task.bridges) {
    empty[count++] = a;
    empty[count++] = b;
  }
}

}  // namespace isthmus
