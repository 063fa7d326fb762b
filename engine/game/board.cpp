#include "engine/game/board.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

namespace isthmus {

namespace {

constexpr std::array<std::pair<int, int>, 6> kNeighbourOffsets{
    {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Letters as a number in base 26 with the digits 1..26, less one: a 0, z 25, aa 26.
int column_of(std::string_view letters) {
  int number = 0;
  for (char c : letters) number = 26 * number + ((c | 0x20) - 'a' + 1);
  return number - 1;
}

}  // namespace

Board Board::rhombus(int rows, int columns) { return {Shape::rhombus, rows, columns}; }

Board Board::triangle(int side) { return {Shape::triangle, side, side}; }

Board::Board(Shape shape, int rows, int columns) : shape_(shape), rows_(rows), columns_(columns) {
  if (rows < 1 || rows > kMaxSide || columns < 1 || columns > kMaxSide) {
    throw std::invalid_argument("a board's side is from 1 to " + std::to_string(kMaxSide));
  }
  links_.resize(static_cast<std::size_t>(cell_range()));
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (!has(r, c)) continue;
      const Cell cell = at(r, c);
      cells_.insert(cell);
      ++cell_count_;
      Links& links = links_[cell];
      for (auto [dr, dc] : kNeighbourOffsets) {
        if (has(r + dr, c + dc)) links.cells[links.count++] = at(r + dr, c + dc);
      }
      unsigned edges = 0;
      if (r == 0) edges |= kTop;
      if (c == 0) edges |= kLeft;
      if (shape == Shape::rhombus) {
        if (r == rows - 1) edges |= kBottom;
        if (c == columns - 1) edges |= kRight;
      } else if (r + c == rows - 1) {
        edges |= kDiagonal;
      }
      links.edges = static_cast<std::uint8_t>(edges);
    }
  }
}

bool Board::has(int row, int column) const {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return false;
  return shape_ == Shape::rhombus || row + column < rows_;
}

std::string Board::column_name(int column) {
  std::string letters;
  for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
  }
  return letters;
}

std::string Board::name(Cell cell) const {
  return column_name(column(cell)) + std::to_string(row(cell) + 1);
}

std::optional<Cell> Board::find(std::string_view name) const {
  std::size_t letters = 0;
  while (letters < name.size() && letters < 2 && is_letter(name[letters])) ++letters;
  const std::string_view digits = name.substr(letters);
  if (letters == 0 || digits.empty() || digits[0] == '0') return std::nullopt;
  int number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  const int column = column_of(name.substr(0, letters));
  if (number > kMaxSide || !has(number - 1, column)) return std::nullopt;
  return at(number - 1, column);
}

}  // namespace isthmus
