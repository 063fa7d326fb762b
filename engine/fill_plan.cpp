#include "engine/fill_plan.hpp"

#include <stdexcept>
#include <string>

namespace isthmus {

namespace {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(std::string("fill task: ") + message);
}

// Whether these are the cells that the reduction reads: rows x columns, or the triangle in them.
bool covers_board(const CellSet& cells, int rows, int columns, int side) {
  const bool is_rhombus = side == rows + columns - 1;
  if (cells.size() != (is_rhombus ? rows * columns : side * (side + 1) / 2)) return false;
  bool inside = true;
  cells.for_each([&](Cell cell) {
    inside &= cell < rows * columns && (is_rhombus || cell / columns + cell % columns < side);
  });
  return inside;
}

}  // namespace

FillPlan::FillPlan(const FillTask& task)
    : rows(task.rows), columns(task.columns), side(task.reduction_side), keys(task.seed) {
  require(rows >= 1 && rows <= kMaxSide && columns >= 1 && columns <= kMaxSide,
          "rows and columns must be from 1 to 32");
  require(side == rows + columns - 1 || (side == rows && rows == columns),
          "reduction_side must be rows + columns - 1, or rows for a triangle");
  require((task.black & task.white).empty() && (task.black & task.empty).empty() &&
              (task.white & task.empty).empty(),
          "a cell may be black, white or empty, not two of these");
  require(covers_board(task.black | task.white | task.empty, rows, columns, side),
          "the black, white and empty cells must be those of the board");
  require(task.fills > 0 && task.fills % kFillsPerUnit == 0,
          "fills must be a positive multiple of 512");

  CellSet single = task.empty;
  for (auto [a, b] : task.bridges) {
    require(a < kMaxCells && b < kMaxCells && a != b && single.contains(a) && single.contains(b),
            "a bridge must be two empty cells that are in no other bridge");
    single.erase(a);
    single.erase(b);
  }
  pair_count = static_cast<int>(task.bridges.size());
  single_count = 0;
  single.for_each([&](Cell cell) { empty[static_cast<std::size_t>(single_count++)] = cell; });
  empty_count = single_count;
  for (auto [a, b] : task.bridges) {
    empty[static_cast<std::size_t>(empty_count++)] = a;
    empty[static_cast<std::size_t>(empty_count++)] = b;
  }
  blacks = task.blacks - pair_count;
  require(blacks >= 0 && blacks <= single_count,
          "blacks must be from the number of bridges to that of empty cells less bridges");
  units = task.fills / kFillsPerUnit;
}

}  // namespace isthmus
