#include "protocols/drawing/board_text.hpp"

#include <algorithm>

namespace isthmus {

namespace {

constexpr int kRowLabelWidth = 3;  // of the row numbers at the left

std::string spaces(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

// How far a row is to the right of the one above, in characters.
int shift_of(const Board& board, int width) {
  return board.tiling() == Board::Tiling::hexagons ? width / 2 : 0;
}

// One letter of width, or two from aa on, that stand over the middle of their column.
std::string letters(const Board& board, int width, int indent) {
  std::string line = spaces(indent);
  for (int c = 0; c < board.columns(); ++c) {
    const std::string name = Board::column_name(c);
    line += spaces(width - static_cast<int>(name.size()) - (width > 2 ? 1 : 0)) + name;
    if (width > 2) line += ' ';
  }
  while (line.back() == ' ') line.pop_back();
  return line + '\n';
}

char symbol(const Position& position, Cell cell) {
  if (position.of(Colour::black).contains(cell)) return 'B';
  return position.of(Colour::white).contains(cell) ? 'W' : '.';
}

}  // namespace

std::string slanted_text(const Board& board, int width,
                         const std::function<std::string(int row)>& row_text) {
  const int shift = shift_of(board, width);
  // The letters above lie where a row before the first would be, those below where one after the
  // last would be, so that they are in line with their columns.
  std::string text = letters(board, width, kRowLabelWidth - 1);
  for (int r = 0; r < board.rows(); ++r) {
    const std::string number = std::to_string(r + 1);
    text +=
        spaces(r * shift + shift + kRowLabelWidth - 1 - static_cast<int>(number.size())) + number;
    text += spaces(board.row_cells(r).first * width);
    text += row_text(r) + " " + number + '\n';
  }
  if (board.row_cells(board.rows() - 1).end() == board.columns()) {
    text += letters(board, width, (board.rows() + 1) * shift + kRowLabelWidth - 1);
  }
  return text;
}

std::string board_text(const Game& game, const Position& position) {
  const Board& board = game.board();
  // Letters of two characters need wider cells.
  const int width = board.columns() <= 26 ? 2 : 4;
  return slanted_text(board, width, [&](int row) {
    std::string text;
    bool after_last = false;
    for (int c = board.row_cells(row).first; board.has(row, c); ++c) {
      const Cell cell = board.at(row, c);
      const bool is_last = position.last_move == Move(cell);
      if (width == 4) text += ' ';
      text += is_last ? '(' : after_last ? ')' : ' ';
      text += symbol(position, cell);
      if (width == 4) text += is_last ? ')' : ' ';
      after_last = is_last && width == 2;
    }
    return text + (after_last ? ")" : "");
  });
}

std::string cell_names_text(const Board& board) {
  std::size_t longest = 0;
  for (int row = 0; row < board.rows(); ++row) {
    for (int c = board.row_cells(row).first; board.has(row, c); ++c) {
      longest = std::max(longest, board.name(board.at(row, c)).size());
    }
  }
  const std::size_t width = (longest + 2) / 2 * 2;  // even, with a blank at least
  return slanted_text(board, static_cast<int>(width), [&](int row) {
    std::string text;
    for (int c = board.row_cells(row).first; board.has(row, c); ++c) {
      const std::string name = board.name(board.at(row, c));
      text += std::string(width - name.size(), ' ') + name;
    }
    return text;
  });
}

}  // namespace isthmus
