#include "protocols/drawing/board_svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "protocols/drawing/board_drawing.hpp"
#include "protocols/drawing/percent_text.hpp"
#include "protocols/drawing/svg.hpp"

namespace isthmus {

namespace {

// Moves that get their win rate written on the cell.
constexpr std::size_t kLabelledMoves = 5;

// A stone that is not there, seen through but for its rim.
std::string translucent_stone(Point at, Colour colour) {
  return "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
         svg_number(kCellRadius * 0.68) + "\" fill=\"" +
         std::string(colour == Colour::black ? kBlackColour : kWhiteColour) +
         "\" fill-opacity=\"0.5\" stroke=\"" + std::string(kBlackColour) +
         "\" stroke-width=\"1.5\" stroke-dasharray=\"4 2\"/>\n";
}

const char* colour_name(Colour colour) { return colour == Colour::black ? "Black" : "White"; }

// Turn, side to move, win rate and best move; then the move made and what it lost.
std::string caption(const Game& game, const Position& position, const SearchReport& report,
                    const MadeMove& made) {
  std::string first = "Turn " + std::to_string(position.moves_played + 1) + ": " +
                      colour_name(position.to_move) + " to move";
  if (report.proof != Proof::unknown) first += std::string(", a certain ") + name(report.proof);
  if (!report.moves.empty()) {
    first += ", best " + game.name(report.moves.front().move);
    if (report.proof == Proof::unknown) {
      first += ": " + percent_text(report.moves.front().win_rate);
    }
  }
  std::string text = svg_text(20, kTextLine + 4, "font-size=\"15\" font-weight=\"bold\"", first);
  if (made.move == Move::none()) return text;
  std::string second = game.name(made.move) + (made.sign.empty() ? "" : " " + made.sign) +
                       " was made: " + percent_text(made.win_rate);
  if (made.loss > 0) second += ", a loss of " + percent_text(made.loss);
  return text + svg_text(20, 2 * kTextLine + 2, "", second);
}

// What colours and signs mean, in two lines from `top` on.
std::string legend(double top, const Position& position, const MadeMove& made) {
  std::string svg;
  double x = 20;
  const auto item = [&](const std::string& icon, std::string_view text, double width) {
    svg += icon + svg_text(x + 28, top + 5, "", text);
    x += width;
  };
  svg += svg_text(x, top + 5, "", "share of the visits");
  x += 130;
  for (int percent : {0, 5, 20, 50, 100}) {
    item("<rect x=\"" + svg_number(x) + "\" y=\"" + svg_number(top - 8) +
             "\" width=\"22\" height=\"16\" fill=\"" + heat_colour(percent / 100.0) +
             "\" stroke=\"#b9b2a3\"/>\n",
         std::to_string(percent) + (percent == 100 ? " %" : ""), percent < 20 ? 44 : 50);
  }
  x = 20;
  top += 2 * kTextLine - 6;
  const auto at = [&] { return Point{x + 11, top}; };
  item("<g transform=\"translate(" + svg_number(x + 11) + " " + svg_number(top) +
           ") scale(0.75)\">" + ring({0, 0}) + "</g>\n",
       "best move", 108);
  item(cell_number(at(), "55", false), "win rate, %", 112);
  if (made.move.is_cell()) {
    item("<g transform=\"translate(" + svg_number(x + 11) + " " + svg_number(top) +
             ") scale(0.75)\">" + translucent_stone({0, 0}, position.to_move) + "</g>\n",
         "the move made", 0);
  }
  return svg;
}

}  // namespace

std::string board_svg(const Game& game, const Position& position, const SearchReport& report,
                      const MadeMove& made, const CellSet& ringed) {
  const Board& board = game.board();
  std::int64_t visits = 0;
  bool is_analysed = false;
  std::vector<double> shares(static_cast<std::size_t>(board.cell_range()));
  for (const MoveReport& move : report.moves) {
    visits += move.visits;
    is_analysed |= move.is_known();
  }
  for (const MoveReport& move : report.moves) {
    if (!move.move.is_cell() || visits == 0) continue;
    shares[move.move.cell()] = static_cast<double>(move.visits) / static_cast<double>(visits);
  }
  std::string marks;
  ringed.for_each([&](Cell cell) { marks += ring(centre(board, cell)); });
  if (made.move.is_cell()) {
    marks += translucent_stone(centre(board, made.move.cell()), position.to_move);
  }
  for (std::size_t i = 0; i < std::min(kLabelledMoves, report.moves.size()); ++i) {
    const MoveReport& move = report.moves[i];
    if (!move.move.is_cell() || !move.is_known()) continue;
    const Point at = centre(board, move.move.cell());
    if (i == 0) marks += ring(at);
    marks += cell_number(at, std::to_string(std::lround(100 * move.win_rate)), i == 0);
  }
  const BoardDrawing drawn = draw_board(
      game, position, [&](Cell cell) { return heat_colour(shares[cell]); }, marks);

  const double above = !is_analysed ? 0 : made.move == Move::none() ? kTextLine : 2 * kTextLine;
  const double width = is_analysed ? std::max(kMinPictureWidth, drawn.width) : drawn.width;
  const double height = above + drawn.height + (is_analysed ? 3 * kTextLine : 0);
  std::string svg = "<g transform=\"translate(" + svg_number((width - drawn.width) / 2) + " " +
                    svg_number(above) + ")\">\n" + drawn.svg + "</g>\n";
  if (is_analysed) {
    svg += caption(game, position, report, made) + legend(above + drawn.height, position, made);
  }
  return svg_picture(width, height, svg);
}

}  // namespace isthmus
