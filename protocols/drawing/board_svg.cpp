#include "protocols/drawing/board_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

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

// One colour, one meaning: these are the players, warm shades are visits, and blue is the best
// move.
constexpr std::string_view kBlack = "#1d1d1f", kWhite = "#ffffff", kBoth = "#8a8a92";
constexpr std::string_view kBest = "#1f5fbf", kLabels = "#6b665c";

// Beside the board: the caption above it, the legend below, and the least width for them.
constexpr double kLine = 22;
constexpr double kMinWidth = 400;

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

// From nearly white to a warm red. By the root of the share, so that small ones are told apart.
std::string visits_colour(double share) {
  const double h = std::sqrt(std::clamp(share, 0.0, 1.0));
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

// A stone that is not there, seen through but for its rim.
std::string translucent_stone(Point at, Colour colour) {
  return "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
         svg_number(kRadius * 0.68) + "\" fill=\"" +
         std::string(colour == Colour::black ? kBlack : kWhite) +
         "\" fill-opacity=\"0.5\" stroke=\"" + std::string(kBlack) +
         "\" stroke-width=\"1.5\" stroke-dasharray=\"4 2\"/>\n";
}

std::string ring(Point at) {
  return "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
         svg_number(kRadius * 0.76) + "\" fill=\"none\" stroke-width=\"3\" stroke=\"" +
         std::string(kBest) + "\"/>\n";
}

// A number on a cell, which may be of any colour.
std::string cell_number(Point at, std::string_view text, bool is_bold) {
  return svg_text(at.x, at.y + 0.25 * kRadius,
                  std::string("text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"2.5\" "
                              "paint-order=\"stroke\"") +
                      (is_bold ? " font-weight=\"bold\"" : ""),
                  text);
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
                     cell.y + 0.95 * (place.y - cell.y) + 0.25 * kRadius,
                     "fill=\"" + std::string(kLabels) + "\" text-anchor=\"middle\"", text);
  }

  const Board& board_;
  std::set<std::pair<int, int>> places_;
  std::string svg_;
};

std::string percent_text(double share) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
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
  std::string text = svg_text(20, kLine + 4, "font-size=\"15\" font-weight=\"bold\"", first);
  if (made.move == Move::none()) return text;
  std::string second = game.name(made.move) + (made.sign.empty() ? "" : " " + made.sign) +
                       " was made: " + percent_text(made.win_rate);
  if (made.loss > 0) second += ", a loss of " + percent_text(made.loss);
  return text + svg_text(20, 2 * kLine + 2, "", second);
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
             "\" width=\"22\" height=\"16\" fill=\"" + visits_colour(percent / 100.0) +
             "\" stroke=\"#b9b2a3\"/>\n",
         std::to_string(percent) + (percent == 100 ? " %" : ""), percent < 20 ? 44 : 50);
  }
  x = 20;
  top += 2 * kLine - 6;
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
                      const MadeMove& made) {
  const Board& board = game.board();
  std::int64_t visits = 0;
  std::vector<double> shares(static_cast<std::size_t>(board.cell_range()));
  for (const MoveReport& move : report.moves) visits += move.visits;
  for (const MoveReport& move : report.moves) {
    if (!move.move.is_cell() || visits == 0) continue;
    shares[move.move.cell()] = static_cast<double>(move.visits) / static_cast<double>(visits);
  }

  std::string cells, edges, stones, labels;
  Point last{0, 0};
  board.cells().for_each([&](Cell cell) {
    const Point at = centre(board, cell);
    last = {std::max(last.x, at.x), std::max(last.y, at.y)};
    cells += outline(board, at, visits_colour(shares[cell]));
    edges += edge_lines(board, cell);
    for (Colour colour : {Colour::black, Colour::white}) {
      if (position.of(colour).contains(cell)) {
        stones += stone(at, colour, position.last_move == Move(cell));
      }
    }
  });
  if (made.move.is_cell()) {
    stones += translucent_stone(centre(board, made.move.cell()), position.to_move);
  }
  for (std::size_t i = 0; i < std::min(kLabelledMoves, report.moves.size()); ++i) {
    const MoveReport& move = report.moves[i];
    if (!move.move.is_cell() || move.visits == 0) continue;
    const Point at = centre(board, move.move.cell());
    if (i == 0) labels += ring(at);
    labels += cell_number(at, std::to_string(std::lround(100 * move.win_rate)), i == 0);
  }

  const bool is_analysed = visits > 0;
  const double above = !is_analysed ? 0 : made.move == Move::none() ? kLine : 2 * kLine;
  const double board_width = last.x + kHalfWidth + kMargin;
  const double board_height = last.y + (has_hexagons(board) ? kRadius : kHalfWidth) + kMargin;
  const double width = is_analysed ? std::max(kMinWidth, board_width) : board_width;
  const double height = above + board_height + (is_analysed ? 3 * kLine : 0);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) +
                    " " + svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#d9d2c3\"/>\n";
  svg += "<g transform=\"translate(" + svg_number((width - board_width) / 2) + " " +
         svg_number(above) + ")\">\n" + cells +
         "<g fill=\"none\" stroke-width=\"5\" stroke-linejoin=\"round\">\n" + edges + "</g>\n" +
         stones + labels + Coordinates(board).svg() + "</g>\n";
  if (is_analysed) {
    svg += caption(game, position, report, made) + legend(above + board_height, position, made);
  }
  return svg + "</svg>\n";
}

}  // namespace isthmus
