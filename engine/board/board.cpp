#include "engine/board/board.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace isthmus {

namespace {

using Offset = std::pair<int, int>;  // rows and columns

constexpr std::array<Offset, 6> kAroundHexagon{
    {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
constexpr std::array<Offset, 4> kAroundSquare{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

// The same by sides.
constexpr std::array<Offset, 6> kBeyondHexagon{
    {{-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}}};
constexpr std::array<Offset, 4> kBeyondSquare{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Letters as a number in base 26 with the digits 1..26, less one: a 0, z 25, aa 26.
int column_of(std::string_view letters) {
  int number = 0;
  for (char c : letters) number = 26 * number + ((c | 0x20) - 'a' + 1);
  return number - 1;
}

void check_side(int side) {
  if (side >= 1 && side <= kMaxSide) return;
  throw std::invalid_argument("a board's side is from 1 to " + std::to_string(kMaxSide));
}

}  // namespace

Board::Board(Tiling tiling, std::vector<Row> rows, std::vector<Goal> goals,
             const std::function<Goals(int row, int column)>& goals_of)
    : tiling_(tiling), row_cells_(std::move(rows)), goals_(std::move(goals)) {
  check_side(static_cast<int>(row_cells_.size()));
  for (const Row& row : row_cells_) {
    if (row.first < 0 || row.count < 1) throw std::invalid_argument("a row without cells");
    check_side(row.end());
    columns_ = std::max(columns_, row.end());
  }
  const std::span<const Offset> around = tiling == Tiling::hexagons
                                             ? std::span<const Offset>(kAroundHexagon)
                                             : std::span<const Offset>(kAroundSquare);
  links_.resize(static_cast<std::size_t>(cell_range()));
  for (int r = 0; r < this->rows(); ++r) {
    for (int c = row_cells(r).first; c < row_cells(r).end(); ++c) {
      const Cell cell = at(r, c);
      cells_.insert(cell);
      ++cell_count_;
      Links& links = links_[cell];
      for (auto [dr, dc] : around) {
        if (has(r + dr, c + dc)) links.cells[links.count++] = at(r + dr, c + dc);
      }
      links.goals = goals_of(r, c);
    }
  }
}

Board Board::rhombus(int rows, int columns) {
  check_side(rows);
  check_side(columns);
  return {Tiling::hexagons,
          std::vector<Row>(static_cast<std::size_t>(rows), Row{0, columns}),
          {{"top", Colour::black, 5, 2},
           {"bottom", Colour::black, 2, 2},
           {"left", Colour::white, 3, 2},
           {"right", Colour::white, 0, 2}},
          [=](int r, int c) {
            return static_cast<Goals>((r == 0 ? kTop : 0) | (r == rows - 1 ? kBottom : 0) |
                                      (c == 0 ? kLeft : 0) | (c == columns - 1 ? kRight : 0));
          }};
}

Board Board::triangle(int side) {
  check_side(side);
  std::vector<Row> rows;
  for (int r = 0; r < side; ++r) rows.push_back({0, side - r});
  return {Tiling::hexagons,
          std::move(rows),
          {{"top", std::nullopt, 5, 2},
           {"left", std::nullopt, 3, 2},
           {"long edge", std::nullopt, 1, 2}},
          [=](int r, int c) {
            return static_cast<Goals>((r == 0 ? kTriangleTop : 0) | (c == 0 ? kTriangleLeft : 0) |
                                      (r + c == side - 1 ? kTriangleLong : 0));
          }};
}

std::pair<int, int> Board::beyond(Cell cell, int side) const {
  const auto at = static_cast<std::size_t>(side);
  const auto [rows, columns] =
      tiling_ == Tiling::hexagons ? kBeyondHexagon[at % 6] : kBeyondSquare[at % 4];
  return {row(cell) + rows, column(cell) + columns};
}

Board::Goals Board::goals_of(Colour colour) const {
  unsigned goals = 0;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    if (goals_[i].owner.value_or(colour) == colour) goals |= 1U << i;
  }
  return static_cast<Goals>(goals);
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
