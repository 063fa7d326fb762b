#include "games/position_text.hpp"

#include <charconv>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "games/list.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kNoMove = "none";

[[noreturn]] void fail(const std::string& what) {
  throw std::invalid_argument("not a position: " + what);
}

int read_number(std::string_view text, const char* what) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < 0 || number > 0xffff) {
    fail(std::string(what) + " '" + std::string(text) + "' is not a number from 0 to 65535");
  }
  return number;
}

std::shared_ptr<const Game> read_game(const std::string& name, const std::string& size,
                                      const std::string& swap) {
  const std::size_t cross = size.find('x');
  if (cross == std::string::npos) fail("size '" + size + "' is not of the form 11x11");
  const int rows = read_number(std::string_view(size).substr(0, cross), "rows");
  const int columns = read_number(std::string_view(size).substr(cross + 1), "columns");
  const auto swap_rule = find_swap_rule(swap);
  if (!swap_rule) fail("swap rule '" + swap + "' is none of none, swap-pieces, swap-sides");
  return make_game(name, rows, columns, *swap_rule);
}

// Calls visit(cell, character) for each cell of a drawing, and checks the drawing's form.
template <class Visit>
void read_cells(const Board& board, std::string_view drawing, Visit&& visit) {
  std::size_t at = 0;
  for (int row = 0; row < board.rows(); ++row) {
    if (row > 0 && (at >= drawing.size() || drawing[at++] != '/')) {
      fail("row " + std::to_string(row) + " of the board does not end where it should");
    }
    for (int column = 0; board.has(row, column); ++column) {
      if (at >= drawing.size()) fail("row " + std::to_string(row + 1) + " of the board is short");
      visit(board.at(row, column), drawing[at++]);
    }
  }
  if (at != drawing.size()) fail("the last row of the board is too long");
}

}  // namespace

std::string to_text(const Game& game, const Position& position) {
  const Board& board = game.board();
  std::string text = game.name() + ' ' + std::to_string(board.rows()) + 'x' +
                     std::to_string(board.columns()) + ' ' + std::string(name(game.swap_rule())) +
                     (position.to_move == Colour::black ? " black " : " white ") +
                     std::to_string(position.moves_played) + ' ';
  text += position.last_move == Move::none() ? std::string(kNoMove) : game.name(position.last_move);
  text += position.sides_swapped ? " swapped " : " own ";
  for (int row = 0; row < board.rows(); ++row) {
    if (row > 0) text += '/';
    for (int column = 0; board.has(row, column); ++column) {
      const Cell cell = board.at(row, column);
      text += position.of(Colour::black).contains(cell)   ? 'b'
              : position.of(Colour::white).contains(cell) ? 'w'
                                                          : '.';
    }
  }
  return text;
}

GamePosition position_from_text(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string name, size, swap, to_move, turns, last, sides, drawing, rest;
  if (!(words >> name >> size >> swap >> to_move >> turns >> last >> sides >> drawing) ||
      words >> rest) {
    fail("it should have eight words, as in 'hex 3x3 none white 1 b2 own .../.b./...'");
  }
  const auto game = read_game(name, size, swap);
  if (to_move != "black" && to_move != "white") fail("side to move '" + to_move + "'");
  if (sides != "own" && sides != "swapped") fail("'" + sides + "' is neither own nor swapped");
  const std::optional<Move> last_move = last == kNoMove ? Move::none() : game->find_move(last);
  if (!last_move) fail("last move '" + last + "' is no move of this game");

  CellSet black, white;
  read_cells(game->board(), drawing, [&](Cell cell, char c) {
    if (c != 'b' && c != 'w' && c != '.') {
      fail("a cell is b, w or ., not '" + std::string(1, c) + "'");
    }
    if (c == 'b') black.insert(cell);
    if (c == 'w') white.insert(cell);
  });
  Position position = game->setup(black, white, to_move == "black" ? Colour::black : Colour::white);
  position.moves_played = static_cast<std::uint16_t>(read_number(turns, "number of turns"));
  position.last_move = *last_move;
  position.sides_swapped = sides == "swapped";
  return {game, position};
}

}  // namespace isthmus
