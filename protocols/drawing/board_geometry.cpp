#include "protocols/drawing/board_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

namespace isthmus {

namespace {

// Hexagons stand on a corner, so that rows are straight and each is half a cell to the right of
// the one above. Squares are as wide as hexagons.
const double kHalfWidth = kCellRadius * std::sqrt(3.0) / 2;
constexpr double kMargin = 3 * kCellRadius;

bool has_hexagons(const Board& board) { return board.tiling() == Board::Tiling::hexagons; }

// By how many half cells the leftmost cell of hexagons is right of the first place of the first
// row.
int leftmost(const Board& board) {
  int least = 2 * board.row_cells(0).first;
  for (int row = 1; row < board.rows(); ++row) {
    least = std::min(least, 2 * board.row_cells(row).first + row);
  }
  return least;
}

// The middle of a place, which need not be a cell.
Point centre(const Board& board, int row, int column) {
  if (!has_hexagons(board)) {
    return {kMargin + kHalfWidth * (2 * column + 1), kMargin + kHalfWidth * (2 * row + 1)};
  }
  return {kMargin + kHalfWidth * (2 * column + row + 1 - leftmost(board)),
          kMargin + kCellRadius * (1.5 * row + 1)};
}

// The same corner is reached from several cells, with other roundings.
bool is_same(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y) < kCellRadius / 100; }

// Adds a line of a cell to those of its goal, at the end of one where it goes on from there.
void add_line(std::vector<std::vector<Point>>& lines, std::vector<Point> line) {
  for (std::vector<Point>& other : lines) {
    if (is_same(other.back(), line.front())) {
      other.insert(other.end(), line.begin() + 1, line.end());
      return;
    }
    if (is_same(line.back(), other.front())) {
      line.insert(line.end(), other.begin() + 1, other.end());
      other = std::move(line);
      return;
    }
  }
  lines.push_back(std::move(line));
}

// Collects labels, one a place.
class Labels {
 public:
  explicit Labels(const Board& board) : board_(board) {}

  // A label at the place beside a cell.
  void add(int row, int column, int down, int right, std::string text) {
    if (!places_.emplace(row + down, column + right).second) return;
    const Point cell = centre(board_, row, column);
    const Point place = centre(board_, row + down, column + right);
    labels_.push_back({{cell.x + 0.95 * (place.x - cell.x), cell.y + 0.95 * (place.y - cell.y)},
                       std::move(text)});
  }
  // The first row from this one on, up or down, that has a cell in the column.
  std::optional<int> first_row(int column, int row, int step) const {
    for (; row >= 0 && row < board_.rows(); row += step) {
      if (board_.has(row, column)) return row;
    }
    return std::nullopt;
  }
  std::vector<BoardLabel> take() { return std::move(labels_); }

 private:
  const Board& board_;
  std::set<std::pair<int, int>> places_;
  std::vector<BoardLabel> labels_;
};

}  // namespace

PictureSize picture_size(const Board& board) {
  Point last{0, 0};
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    last = {std::max(last.x, at.x), std::max(last.y, at.y)};
  });
  return {last.x + kHalfWidth + kMargin,
          last.y + (has_hexagons(board) ? kCellRadius : kHalfWidth) + kMargin};
}

Point centre(const Board& board, Cell cell) {
  return centre(board, board.row(cell), board.column(cell));
}

std::vector<Point> cell_outline(const Board& board) {
  if (!has_hexagons(board)) {
    return {{-kHalfWidth, -kHalfWidth},
            {kHalfWidth, -kHalfWidth},
            {kHalfWidth, kHalfWidth},
            {-kHalfWidth, kHalfWidth}};
  }
  return {{0, -kCellRadius}, {kHalfWidth, -kCellRadius / 2}, {kHalfWidth, kCellRadius / 2},
          {0, kCellRadius},  {-kHalfWidth, kCellRadius / 2}, {-kHalfWidth, -kCellRadius / 2}};
}

std::vector<BoardEdge> board_edges(const Board& board) {
  const std::vector<Point> corners = cell_outline(board);
  std::vector<BoardEdge> edges;
  for (std::size_t i = 0; i < board.goals().size(); ++i) {
    const Board::Goal& goal = board.goals()[i];
    std::vector<std::vector<Point>> lines;
    board.cells().for_each([&](Cell cell) {
      if ((board.goals(cell) >> i & 1U) == 0 || goal.sides == 0) return;
      const Point middle = centre(board, cell);
      std::vector<Point> line;
      // Side i of Board::Goal goes from corner i to the next.
      for (int side = 0; side <= goal.sides; ++side) {
        const auto at = static_cast<std::size_t>(goal.first_side + side) % corners.size();
        line.push_back({middle.x + corners[at].x, middle.y + corners[at].y});
      }
      add_line(lines, std::move(line));
    });
    for (std::vector<Point>& line : lines) edges.push_back({goal.owner, std::move(line)});
  }
  return edges;
}

std::vector<BoardLabel> board_labels(const Board& board) {
  Labels labels(board);
  for (int row = 0; row < board.rows(); ++row) {
    labels.add(row, board.row_cells(row).first, 0, -1, std::to_string(row + 1));
  }
  for (int column = 0; column < board.columns(); ++column) {
    if (const auto row = labels.first_row(column, 0, 1)) {
      labels.add(*row, column, -1, 0, Board::column_name(column));
    }
  }
  for (int column = 0; column < board.columns(); ++column) {
    if (const auto row = labels.first_row(column, board.rows() - 1, -1)) {
      labels.add(*row, column, 1, 0, Board::column_name(column));
    }
  }
  for (int row = 0; row < board.rows(); ++row) {
    labels.add(row, board.row_cells(row).end() - 1, 0, 1, std::to_string(row + 1));
  }
  return labels.take();
}

}  // namespace isthmus
