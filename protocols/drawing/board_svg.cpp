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
// the one above.
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

Point centre(const Board& board, Cell cell) {
  const int row = board.row(cell), column = board.column(cell);
  return {kMargin + kHalfWidth * (2 * column + row + 1), kMargin + kRadius * (1.5 * row + 1)};
}

// Corner i of a hexagon, from the top one clockwise.
Point corner(Point middle, int i) {
  constexpr std::array<int, 6> kRight{0, 1, 1, 0, -1, -1};
  constexpr std::array<double, 6> kDown{-1, -0.5, 0.5, 1, 0.5, -0.5};
  const auto at = static_cast<std::size_t>(i % 6);
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

std::string hexagon(Point middle, const std::string& fill) {
  std::string points;
  for (int i = 0; i < 6; ++i) {
    const Point point = corner(middle, i);
    points += (i > 0 ? " " : "") + svg_number(point.x) + "," + svg_number(point.y);
  }
  return "<polygon points=\"" + points + "\" fill=\"" + fill + "\" stroke=\"#b9b2a3\"/>\n";
}

// The sides of its hexagon along which a cell lies on an edge, and whose edge it is.
struct EdgeSides {
  unsigned edge;
  std::array<int, 3> corners;
};

std::string edge_lines(const Board& board, Cell cell, unsigned edges) {
  constexpr std::array<EdgeSides, 5> kSides{{{Board::kTop, {5, 0, 1}},
                                             {Board::kBottom, {2, 3, 4}},
                                             {Board::kLeft, {3, 4, 5}},
                                             {Board::kRight, {0, 1, 2}},
                                             {Board::kDiagonal, {1, 2, 3}}}};
  std::string lines;
  for (const EdgeSides& sides : kSides) {
    if ((edges & sides.edge) == 0) continue;
    const bool is_triangle = board.shape() == Board::Shape::triangle;
    const bool is_black = sides.edge == Board::kTop || sides.edge == Board::kBottom;
    const std::string_view colour = is_triangle ? kBoth : is_black ? kBlack : kWhite;
    std::string points;
    for (int i : sides.corners) {
      const Point point = corner(centre(board, cell), i);
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

std::string coordinates(const Board& board) {
  constexpr std::string_view kStyle = "fill=\"#6b665c\" text-anchor=\"middle\"";
  std::string svg;
  for (int column = 0; column < board.columns(); ++column) {
    const Point at = centre(board, board.at(0, column));
    svg += svg_text(at.x - kHalfWidth, at.y - 1.3 * kRadius, kStyle, Board::column_name(column));
  }
  for (int row = 0; row < board.rows(); ++row) {
    const Point at = centre(board, board.at(row, 0));
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
    cells += hexagon(at, heat_colour(heat));
    edges += edge_lines(board, cell, board.edges(cell));
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

  const bool is_rhombus = board.shape() == Board::Shape::rhombus;
  const double half_cells = 2 * board.columns() + (is_rhombus ? board.rows() - 1 : 0);
  const double width = 2 * kMargin + kHalfWidth * half_cells;
  const double height = 2 * kMargin + kRadius * (1.5 * board.rows() + 0.5);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
         svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#d9d2c3\"/>\n" + cells +
         "<g fill=\"none\" stroke-width=\"5\" stroke-linejoin=\"round\">\n" + edges + "</g>\n" +
         stones + labels + coordinates(board) + "</svg>\n";
}

}  // namespace isthmus
