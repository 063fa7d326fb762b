#include "protocols/drawing/board_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "protocols/drawing/svg.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kBoth = "#8a8a92", kBest = "#1f5fbf";

// "1.0,2.0 3.0,4.0": these points, moved by an offset.
std::string point_list(const std::vector<Point>& points, Point offset) {
  std::string text;
  for (const Point& point : points) {
    text += (text.empty() ? "" : " ") + svg_number(offset.x + point.x) + "," +
            svg_number(offset.y + point.y);
  }
  return text;
}

// The lines along the border, each in the colour of who wants to join it.
std::string edge_lines(const Board& board) {
  std::string lines;
  for (const BoardEdge& edge : board_edges(board)) {
    const std::string_view colour = !edge.owner                    ? kBoth
                                    : *edge.owner == Colour::black ? kBlackColour
                                                                   : kWhiteColour;
    lines += "<polyline points=\"" + point_list(edge.points, {0, 0}) + "\" stroke=\"" +
             std::string(colour) + "\"/>\n";
  }
  return lines;
}

std::string labels(const Board& board) {
  std::string svg;
  for (const BoardLabel& label : board_labels(board)) {
    svg +=
        svg_text(label.at.x, label.at.y + 0.25 * kCellRadius,
                 "fill=\"" + std::string(kLabelColour) + "\" text-anchor=\"middle\"", label.text);
  }
  return svg;
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

}  // namespace

// From nearly white to a warm red. By the root of the share, so that small ones are
// distinguishable.
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
  const std::vector<Point> outline = cell_outline(board);
  std::string cells, stones;
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    cells += "<polygon points=\"" + point_list(outline, at) + "\" fill=\"" + fill(cell) +
             "\" stroke=\"#b9b2a3\"/>\n";
    for (Colour colour : {Colour::black, Colour::white}) {
      if (position.of(colour).contains(cell)) {
        stones += stone(at, colour, position.last_move == Move(cell));
      }
    }
  });
  const PictureSize size = picture_size(board);
  return {cells + "<g fill=\"none\" stroke-width=\"5\" stroke-linejoin=\"round\">\n" +
              edge_lines(board) + "</g>\n" + stones + marks + labels(board),
          size.width, size.height};
}

std::string svg_picture(double width, double height, const std::string& elements) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
         svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#d9d2c3\"/>\n" + elements + "</svg>\n";
}

}  // namespace isthmus
