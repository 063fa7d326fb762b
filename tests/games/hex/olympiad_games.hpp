#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::test {

// Positions of games that others have played, in an order by chance, each before the last moves of
// a game, one for each number in `before_end`. The file begins with a line on where they are
// from, and then has a game a line: a name and a colon, and its moves.
inline std::vector<Position> positions_of_games(const Game& game, const std::string& path,
                                                const std::vector<std::size_t>& before_end) {
  std::ifstream file(path);
  std::string line, word;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  std::vector<Position> found;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<Position> positions;  // by how many moves have been made
    Position position = game.start();
    for (words >> word; words >> word; game.play(position, game.find_move(word).value())) {
      positions.push_back(position);
    }
    for (const std::size_t moves : before_end) {
      if (moves <= positions.size()) found.push_back(positions[positions.size() - moves]);
    }
  }
  SplitMix64 random(64);
  for (std::size_t i = found.size(); i > 1; --i) std::swap(found[i - 1], found[random() % i]);
  return found;
}

}  // namespace isthmus::test
