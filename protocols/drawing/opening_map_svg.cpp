#include "protocols/drawing/opening_map_svg.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "protocols/drawing/board_drawing.hpp"
#include "protocols/drawing/svg.hpp"

namespace isthmus {

namespace {

// How near a win rate is to one half, 1 being there.
double evenness(double win_rate) { return 1 - 2 * std::abs(win_rate - 0.5); }

std::string value_text(const CellValue& value) {
  if (!value.is_proven) return std::to_string(std::lround(100 * value.win_rate));
  return value.win_rate == 1 ? "+" : value.win_rate == 0 ? "-" : "=";
}

}  // namespace

std::string opening_map_svg(const Game& game, const Position& position,
                            std::span<const CellValue> values) {
  const Board& board = game.board();
  std::vector<double> heat(static_cast<std::size_t>(board.cell_range()));
  std::string marks;
  for (const CellValue& value : values) {
    const Point at = centre(board, value.cell);
    // To the power of 4, so that what is fair stands out.
    heat[value.cell] = value.is_proven ? 0 : std::pow(evenness(value.win_rate), 4);
    if (value.is_fair) marks += ring(at);
    marks += cell_number(at, value_text(value), value.is_fair);
  }
  const BoardDrawing drawn = draw_board(
      game, position, [&](Cell cell) { return heat_colour(heat[cell]); }, marks);
  const double width = std::max(kMinPictureWidth, drawn.width);
  const char* player = position.to_move == Colour::black ? "Black" : "White";
  const double below = kTextLine + drawn.height;
  const std::string text =
      svg_text(20, kTextLine + 4, "font-size=\"15\" font-weight=\"bold\"",
               std::string("How often ") + player + " wins with the next stone, in %") +
      "<g transform=\"translate(31 " + svg_number(below) + ") scale(0.75)\">" + ring({0, 0}) +
      "</g>\n" +
      svg_text(48, below + 5, "", "fair where the other may swap; + and -: proven to win and lose");
  return svg_picture(width, below + kTextLine,
                     "<g transform=\"translate(" + svg_number((width - drawn.width) / 2) + " " +
                         svg_number(kTextLine) + ")\">\n" + drawn.svg + "</g>\n" + text);
}

}  // namespace isthmus
