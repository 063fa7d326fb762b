#include "tools/openings/opening_board.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/board/board_size.hpp"

namespace isthmus {

std::string opening_board(const Game& game, const std::function<std::string(Cell)>& word) {
  const Board& board = game.board();
  std::vector<std::string> words(static_cast<std::size_t>(board.cell_range()));
  std::size_t width = 4;
  board.cells().for_each([&](Cell cell) {
    words[cell] = word(cell);
    width = std::max(width, (words[cell].size() + 2) / 2 * 2);
  });
  std::string text = game.name() + ' ' + size_text(game.size()) + '\n';
  for (int row = 0; row < board.rows(); ++row) {
    const int first = board.row_cells(row).first;
    // Half a cell for each row before, where these are hexagons.
    const int halves = 2 * first + (board.tiling() == Board::Tiling::hexagons ? row : 0);
    std::string line(1 + width / 2 * static_cast<std::size_t>(halves), ' ');
    for (int column = first; board.has(row, column); ++column) {
      std::string& cell = words[board.at(row, column)];
      cell.resize(width, ' ');
      line += cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace isthmus
