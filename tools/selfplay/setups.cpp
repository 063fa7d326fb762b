#include "tools/selfplay/setups.hpp"

#include <algorithm>
#include <cstddef>

namespace isthmus::selfplay {

namespace {

// On a board of 5 x 5 hardly one position in ten is decided.
constexpr int kTries = 100;

}  // namespace

std::vector<Cell> draw_setup(const Game& game, std::mt19937_64& random) {
  std::vector<Cell> cells;
  game.legal_cells(game.start()).for_each([&](Cell cell) { cells.push_back(cell); });
  const std::size_t most = cells.size() / 2;
  const std::size_t least = std::min<std::size_t>(2, most);
  for (int i = 0; i < kTries; ++i) {
    const double share = std::uniform_real_distribution<double>(0, 1)(random);
    const std::size_t stones =
        least + static_cast<std::size_t>(static_cast<double>(most - least + 1) * share * share);
    std::shuffle(cells.begin(), cells.end(), random);
    Position position = game.start();
    std::vector<Cell> moves;
    for (const Cell cell : cells) {
      if (moves.size() == stones || position.result != Result::ongoing) break;
      if (!game.is_legal(position, Move(cell))) continue;
      game.play(position, Move(cell));
      moves.push_back(cell);
    }
    if (position.result == Result::ongoing) return moves;
  }
  return {};
}

}  // namespace isthmus::selfplay
