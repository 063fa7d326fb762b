#include "engine/shapes/shape_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/shapes/sliced_shapes.hpp"

namespace isthmus {

namespace {

void require_task(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(std::string("shape task: ") + message);
}

CellSet make_board_cells(int side) {
  const HexagonRows rows(side);
  CellSet cells;
  for (int row = 0; row < rows.count(); ++row) {
    cells = cells |
            CellSet::range(row * rows.count() + rows.first(row), rows.end(row) - rows.first(row));
  }
  return cells;
}

const CellSet& board_cells(int side) {
  static const auto all = [] {
    std::array<CellSet, ShapeTask::kMaxSide + 1> cells;
    for (int i = ShapeTask::kMinSide; i <= ShapeTask::kMaxSide; ++i) {
      cells[static_cast<std::size_t>(i)] = make_board_cells(i);
    }
    return cells;
  }();
  return all[static_cast<std::size_t>(side)];
}

bool has_shape(int side, const CellSet& stones) {
  SlicedShapes<std::uint32_t> shapes(side);
  const int columns = 2 * side - 1;
  stones.for_each([&](Cell cell) { shapes.own(cell / columns, cell % columns) = ~0u; });
  return shapes.find(~0u) != 0;
}

// Playouts of a unit correlate, as they share an order; the more there are, the less often has a
// word free bits at the end of one. Several thousand units keep all of a GPU busy.
constexpr std::uint32_t kMinUnit = 32, kMaxUnit = 1024, kMinUnits = 2048;

std::uint32_t unit_of(std::uint32_t playouts) {
  std::uint32_t unit = kMinUnit;
  while (unit < kMaxUnit && 2 * unit * kMinUnits <= playouts) unit *= 2;
  return unit;
}

// Seen in playouts of the empty board of side 8: all but 4% are decided with 55% to 92% of all
// cells taken.
ShapeProbes probes_for(int cells, int empty) {
  const int pairs = (empty + 1) / 2;
  const int stones = cells - empty;
  const auto board_at = [&](int percent) { return (cells * percent / 100 - stones) / 2; };
  const int first = std::clamp(board_at(55), 1, pairs);
  return {pairs, first, std::clamp(board_at(93), first, pairs + 1)};
}

}  // namespace

ShapePlan::ShapePlan(const ShapeTask& task)
    : side(task.side),
      black_moves(task.to_move == Colour::black),
      exact_end(task.exact_end),
      playouts(task.playouts),
      unit(unit_of(task.playouts)),
      units((task.playouts + unit - 1) / unit),
      seed(task.seed),
      black(task.black),
      white(task.white) {
  require_task(side >= ShapeTask::kMinSide && side <= ShapeTask::kMaxSide,
               "side must be from 3 to 16");
  require_task(playouts >= 1 && playouts <= 1u << 30, "playouts must be from 1 to 2^30");
  const CellSet& cells = board_cells(side);
  require_task((black & white).empty(), "a cell may be black or white, not both");
  require_task(((black | white) - cells).empty(), "stones must be on the board");
  const CellSet rest = cells - black - white;
  require_task(!rest.empty(), "a cell must be empty");
  empty_count = 0;
  rest.for_each([&](Cell cell) { empty[static_cast<std::size_t>(empty_count++)] = cell; });
  probes = probes_for(cells.size(), empty_count);
}

void ShapePlan::require_undecided(bool is_decided) {
  require_task(!is_decided, "no side may have a shape");
}

bool ShapePlan::is_decided() const { return has_shape(side, black) || has_shape(side, white); }

}  // namespace isthmus
