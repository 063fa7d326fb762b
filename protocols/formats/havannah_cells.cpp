#include "protocols/formats/havannah_cells.hpp"

#include <charconv>
#include <stdexcept>

#include "engine/base/lower_case.hpp"

namespace isthmus {

namespace {

// The column, which need not be on the board, of the cell in this row whose number is 1.
int column_of_1(const Board& board, int row, HavannahCells cells) {
  // The diagonals begin with that of the left corner.
  return cells == HavannahCells::littlegolem ? board.row_cells(row).first : board.rows() / 2 - row;
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

std::optional<Cell> cell_at(const Board& board, int row, int column) {
  return board.has(row, column) ? std::optional(board.at(row, column)) : std::nullopt;
}

// A name as on Little Golem's pages.
std::optional<Cell> find_two_letters(const Board& board, char row_letter, char diagonal_letter) {
  const int centre = board.rows() / 2;
  const int row = centre + row_letter - 'o';
  const int diagonal = centre + 'o' - diagonal_letter;
  return cell_at(board, row, column_of_1(board, row, HavannahCells::havannahgui) + diagonal);
}

}  // namespace

std::string_view name(HavannahCells cells) {
  return cells == HavannahCells::littlegolem ? "littlegolem" : "havannahgui";
}

void check_havannah_board(const Board& board, HavannahCells cells) {
  constexpr int kLetters = 26;
  if (board.rows() <= kLetters) return;
  throw std::invalid_argument(std::string(name(cells)) + " has letters for " +
                              std::to_string(kLetters) + " rows only, which is side " +
                              std::to_string(kLetters / 2));
}

std::string havannah_cell_name(const Board& board, Cell cell, HavannahCells cells) {
  const int row = board.row(cell);
  const char a = cells == HavannahCells::littlegolem ? 'A' : 'a';
  return static_cast<char>(a + row) +
         std::to_string(board.column(cell) - column_of_1(board, row, cells) + 1);
}

std::optional<Cell> find_havannah_cell(const Board& board, std::string_view name,
                                       HavannahCells cells) {
  const std::string text = lower_case(name);
  if (text.size() < 2 || !is_small_letter(text[0])) return std::nullopt;
  if (text.size() == 2 && is_small_letter(text[1])) {
    if (cells != HavannahCells::littlegolem) return std::nullopt;
    return find_two_letters(board, text[0], text[1]);
  }
  const int row = text[0] - 'a';
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
  if (error != std::errc{} || stop != end || row >= board.rows()) return std::nullopt;
  if (number < 1 || number > board.columns()) return std::nullopt;
  return cell_at(board, row, column_of_1(board, row, cells) + number - 1);
}

}  // namespace isthmus
