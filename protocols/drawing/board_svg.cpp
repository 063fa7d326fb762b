#include "protocols/drawing/board_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "protocols/drawing/cell_heat.hpp"
#include "protocols/drawing/svg.hpp"

namespace isthmus {

namespace {

// Hexagons stand on a corner, so that rows are straight and each is half a cell to the right of
// the one above. Squares are as wide as hexagons.
constexpr double kRadius = 20;
const double kHalfWidth = kRadius * std::sqrt(3.0) / 2;
constexpr double kMargin = 3 * kRadius;

// Moves that get their win rate written on the cell.
constexpr std::size_t kLabelledMoves = 5;

constexpr std::string_view kBlack = "#1d1d1f", kWhite = "#ffffff", kBoth = "#8a8a92";

struct Point {
  double x;
  double y;
};

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
          kMargin + kRadius * (1.5 * row + 1)};
}

Point centre(const Board& board, Cell cell) {
  return centre(board, board.row(cell), board.column(cell));
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
  return {middle.x + kRight[at] * kHalfWidth, middle.y + kDown[at] * kRadius};
}

// From nearly white to a warm red for 0 to 1.
std::string heat_colour(double heat) {
  const double h = std::clamp(heat, 0.0, 1.0);
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(250 - 20 * h),
                static_cast<unsigned>(243 - 150 * h), static_cast<unsigned>(230 - 170 * h));
  return text.data();
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
                                    : goal.owner == Colour::black ? kBlack
                                                                  : kWhite;
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
           std::string(kBlack) + "\"/>\n";
  };
  std::string svg = circle(kRadius * 0.68, is_black ? kBlack : kWhite);
  if (is_last) svg += circle(kRadius * 0.2, is_black ? kWhite : kBlack);
  return svg;
}

// Whether a column's first cell is a row's first one too, elsewhere than in the first row: so on
// the upper left edge of a hexagon of hexagons.
bool have_first_cells_in_common(const Board& board) {
  return has_hexagons(board) && board.rows() > 1 &&
         board.row_cells(1).first < board.row_cells(0).first;
}

// Numbers before the first cells of their rows, letters above the first cells of their columns, or
// below the last ones where these are further from the numbers.
std::string coordinates(const Board& board) {
  constexpr std::string_view kStyle = "fill=\"#6b665c\" text-anchor=\"middle\"";
  const bool is_below = have_first_cells_in_common(board);
  std::string svg;
  for (int column = 0; column < board.columns(); ++column) {
    int row = is_below ? board.rows() - 1 : 0;
    while (row >= 0 && row < board.rows() && !board.has(row, column)) row += is_below ? -1 : 1;
    if (row < 0 || row == board.rows()) continue;
    const Point at = centre(board, row, column);
    const double left = has_hexagons(board) ? kHalfWidth : 0;
    svg += is_below
               ? svg_text(at.x + left, at.y + 1.8 * kRadius, kStyle, Board::column_name(column))
               : svg_text(at.x - left, at.y - 1.3 * kRadius, kStyle, Board::column_name(column));
  }
  for (int row = 0; row < board.rows(); ++row) {
    const Point at = centre(board, row, board.row_cells(row).first);
    svg +=
        svg_text(at.x - 2.1 * kHalfWidth, at.y + 0.25 * kRadius, kStyle, std::to_string(row + 1));
  }
  return svg;
}

}  // namespace

std::string board_svg(const Game& game, const Position& position, const SearchReport& report,
                      Move next) {
  const Board& board = game.board();
  const CellHeat heats(report.evaluation);

  std::string cells, edges, stones, labels;
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    const double heat = heats.most > 0 ? static_cast<double>(heats.values[cell] / heats.most) : 0;
    cells += outline(board, at, heat_colour(heat));
    edges += edge_lines(board, cell);
    for (Colour colour : {Colour::black, Colour::white}) {
      if (position.of(colour).contains(cell)) {
        stones += stone(at, colour, position.last_move == Move(cell));
      }
    }
  });
  for (std::size_t i = 0; i < std::min(kLabelledMoves, report.moves.size()); ++i) {
    const MoveReport& move = report.moves[i];
    if (!move.move.is_cell() || move.visits == 0) continue;
    const Point at = centre(board, move.move.cell());
    labels +=
        svg_text(at.x, at.y + 0.25 * kRadius,
                 i == 0 ? "text-anchor=\"middle\" font-weight=\"bold\"" : "text-anchor=\"middle\"",
                 std::to_string(std::lround(100 * move.win_rate)));
  }

  if (next.is_cell()) {
    const Point at = centre(board, next.cell());
    stones += "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
              svg_number(kRadius * 0.74) + "\" fill=\"none\" stroke-width=\"3\" stroke=\"" +
              std::string(position.to_move == Colour::black ? kBlack : kWhite) +
              "\" stroke-dasharray=\"5 3\"/>\n";
  }

  Point last{0, 0};
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    last = {std::max(last.x, at.x), std::max(last.y, at.y)};
  });
  const double width = last.x + kHalfWidth + kMargin;
  const double height = last.y + (has_hexagons(board) ? kRadius : kHalfWidth) + kMargin;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
         svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#d9d2c3\"/>\n" + cells +
         "<g fill=\"none\" stroke-width=\"5\" stroke-linejoin=\"round\">\n" + edges + "</g>\n" +
         stones + labels + coordinates(board) + "</svg>\n";
}

}  // namespace isthmus
