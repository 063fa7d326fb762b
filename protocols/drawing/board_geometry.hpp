#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board/board.hpp"

// Where things are in the picture of a board, for all that draw one.

namespace isthmus {

// Half of a cell's height, in units of the picture.
inline constexpr double kCellRadius = 20;

struct Point {
  double x;
  double y;

  friend bool operator==(const Point&, const Point&) = default;
};

// Part of the border, and the colour that joins it; nothing: both do.
struct BoardEdge {
  std::optional<Colour> owner;
  std::vector<Point> points;  // of a line
};

// A row's or column's name, and where it is written: `at` is the middle of the text.
struct BoardLabel {
  Point at;
  std::string text;
};

// The size of the picture, its border left and right, above and below included.
struct PictureSize {
  double width;
  double height;
};
PictureSize picture_size(const Board& board);

// The middle of a cell.
Point centre(const Board& board, Cell cell);

// The corners of a cell about its middle, clockwise: of a hexagon from the top one, of a square
// from the upper left.
std::vector<Point> cell_outline(const Board& board);

// The lines along the border, each of one goal and as long as it goes without a gap.
std::vector<BoardEdge> board_edges(const Board& board);

// Numbers at both ends of the rows and letters at both ends of the columns, as far as no other
// label is there: beside slanting edges rows and columns end at the same places.
std::vector<BoardLabel> board_labels(const Board& board);

}  // namespace isthmus
