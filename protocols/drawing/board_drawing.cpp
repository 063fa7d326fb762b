#include "protocols/drawing/board_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>

#include "protocols/drawing/svg.hpp"

namespace isthmus {

namespace {

// Hexagons stand on a corner, so that rows are straight and each is half a cell to the right of
// the one above. Squares are as wide as hexagons.
const double kHalfWidth = kCellRadius * std::sqrt(3.0) / 2;
constexpr double kMargin = 3 * kCellRadius;

constexpr std::string_view kBoth = "#8a8a92", kBest = "#1f5fbf";

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

int corners(const Board& board) { return has_hexagons(board) ? 6 : 4; }

// Corner i of a cell, clockwise: of a hexagon from the top one, of a square from the upper left.
// Side i of Board::Goal goes from corner i to the next.
Point corner(const Board& board, Point middle, int i) {
  constexpr std::array<int, 6> kRight{0, 1, 1, 0, -1, -1};
  constexpr std::array<double, 6> kDown{-1, -0.5, 0.5, 1, 0.5, -0.5};
  const auto at = static_cast<std::size_t>(i % corners(board));
  if (!has_hexagons(board)) {
    return {middle.x + (at == 1 || at == 2 ? kHalfWidth : -kHalfWidth),
            middle.y + (at >= 2 ? kHalfWidth : -kHalfWidth)};
  }
  return {middle.x + kRight[at] * kHalfWidth, middle.y + kDown[at] * kCellRadius};
}

std::string outline(const Board& board, Point middle, const std::string& fill) {
  std::string points;
  for (int i = 0; i < corners(board); ++i) {
    const Point point = corner(board, middle, i);
    points += (i > 0 ? " " : "") + svg_number(point.x) + "," + svg_number(point.y);
  }
  return "<polygon points=\"" + points + "\" fill=\"" + fill + "\" stroke=\"#b9b2a3\"/>\n";
}

// The sides of a cell that lie on goals, each line in the colour of who owns the goal.
std::string edge_lines(const Board& board, Cell cell) {
  std::string lines;
  for (std::size_t i = 0; i < board.goals().size(); ++i) {
    const Board::Goal& goal = board.goals()[i];
    if ((board.goals(cell) >> i & 1U) == 0 || goal.sides == 0) continue;
    const std::string_view colour = !goal.owner                   ? kBoth
                                    : goal.owner == Colour::black ? kBlackColour
                                                                  : kWhiteColour;
    std::string points;
    for (int side = 0; side <= goal.sides; ++side) {
      const Point point = corner(board, centre(board, cell), goal.first_side + side);
      points += svg_number(point.x) + "," + svg_number(point.y) + " ";
    }
    lines += "<polyline points=\"" + points + "\" stroke=\"" + std::string(colour) + "\"/>\n";
  }
  return lines;
}

std::string stone(Point at, Colour colour, bool is_last) {
  const bool is_black = colour == Colour::black;
  const auto circle = [&](double radius, std::string_view fill) {
    return "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
           svg_number(radius) + "\" fill=\"" + std::string(fill) + "\" stroke=\"" +
           std::string(kBlackColour) + "\"/>\n";
  };
  std::string svg = circle(kCellRadius * 0.68, is_black ? kBlackColour : kWhiteColour);
  if (is_last) svg += circle(kCellRadius * 0.2, is_black ? kWhiteColour : kBlackColour);
  return svg;
}

// Numbers at both ends of the rows and letters at both ends of the columns, as far as no other
// label is there: beside slanting edges rows and columns end at the same places.
class Coordinates {
 public:
  explicit Coordinates(const Board& board) : board_(board) {
    for (int row = 0; row < board.rows(); ++row) {
      add(row, board.row_cells(row).first, 0, -1, std::to_string(row + 1));
    }
    for (int column = 0; column < board.columns(); ++column) {
      if (const auto row = first_row(column, 0, 1)) {
        add(*row, column, -1, 0, Board::column_name(column));
      }
    }
    for (int column = 0; column < board.columns(); ++column) {
      if (const auto row = first_row(column, board.rows() - 1, -1)) {
        add(*row, column, 1, 0, Board::column_name(column));
      }
    }
    for (int row = 0; row < board.rows(); ++row) {
      add(row, board.row_cells(row).end() - 1, 0, 1, std::to_string(row + 1));
    }
  }

  const std::string& svg() const { return svg_; }

 private:
  // The first row from this one on, up or down, that has a cell in the column.
  std::optional<int> first_row(int column, int row, int step) const {
    for (; row >= 0 && row < board_.rows(); row += step) {
      if (board_.has(row, column)) return row;
    }
    return std::nullopt;
  }

  // A label at the place beside a cell.
  void add(int row, int column, int down, int right, const std::string& text) {
    if (!places_.emplace(row + down, column + right).second) return;
    const Point cell = centre(board_, row, column);
    const Point place = centre(board_, row + down, column + right);
    svg_ += svg_text(cell.x + 0.95 * (place.x - cell.x),
                     cell.y + 0.95 * (place.y - cell.y) + 0.25 * kCellRadius,
                     "fill=\"" + std::string(kLabelColour) + "\" text-anchor=\"middle\"", text);
  }

  const Board& board_;
  std::set<std::pair<int, int>> places_;
  std::string svg_;
};

}  // namespace

Point centre(const Board& board, Cell cell) {
  return centre(board, board.row(cell), board.column(cell));
}

// From nearly white to a warm red. By the root of the share, so that small ones are told apart.
std::string heat_colour(double share) {
  const double h = std::sqrt(std::clamp(share, 0.0, 1.0));
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(250 - 20 * h),
                static_cast<unsigned>(243 - 150 * h), static_cast<unsigned>(230 - 170 * h));
  return text.data();
}

std::string ring(Point at) {
  return "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
         svg_number(kCellRadius * 0.76) + "\" fill=\"none\" stroke-width=\"3\" stroke=\"" +
         std::string(kBest) + "\"/>\n";
}

std::string cell_number(Point at, std::string_view text, bool is_bold) {
  return svg_text(at.x, at.y + 0.25 * kCellRadius,
                  std::string("text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"2.5\" "
                              "paint-order=\"stroke\"") +
                      (is_bold ? " font-weight=\"bold\"" : ""),
                  text);
}

BoardDrawing draw_board(const Game& game, const Position& position,
                        const std::function<std::string(Cell)>& fill, const std::string& marks) {
  const Board& board = game.board();
  std::string cells, edges, stones;
  Point last{0, 0};
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    last = {std::max(last.x, at.x), std::max(last.y, at.y)};
    cells += outline(board, at, fill(cell));
    edges += edge_lines(board, cell);
    for (Colour colour : {Colour::black, Colour::white}) {
      if (position.of(colour).contains(cell)) {
        stones += stone(at, colour, position.last_move == Move(cell));
      }
    }
  });
  return {cells + "<g fill=\"none\" stroke-width=\"5\" stroke-linejoin=\"round\">\n" + edges +
              "</g>\n" + stones + marks + Coordinates(board).svg(),
          last.x + kHalfWidth + kMargin,
          last.y + (has_hexagons(board) ? kCellRadius : kHalfWidth) + kMargin};
}

std::string svg_picture(double width, double height, const std::string& elements) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
         svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#d9d2c3\"/>\n" + elements + "</svg>\n";
}

}  // namespace isthmus
