#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/symmetry.hpp"
#include "engine/game/game.hpp"
#include "engine/net/net_input.hpp"

namespace isthmus::python {

// The symmetries of a game as a net sees them: of those that lead from what `to_move` sees to
// other input planes of the same game, one for each set of planes, that which changes nothing
// first. Where the view already mirrors the board for White, a mirror image that exchanges the
// colours shows nothing new.
std::vector<Symmetry> view_symmetries(const Game& game, const NetInput& input, Colour to_move);

// A game on one board, and how nets see it. Immutable, so that threads share it.
struct SeenBoard {
  explicit SeenBoard(std::shared_ptr<const Game> game_seen);

  const std::vector<Symmetry>& symmetries(Colour to_move) const {
    return by_colour[static_cast<std::size_t>(to_move)];
  }

  std::shared_ptr<const Game> game;
  NetInput input;
  std::array<std::vector<Symmetry>, 2> by_colour;  // view_symmetries()
};

// The boards that one game's records are of, each made when it is asked for first. May be used from
// several threads at once.
class SeenBoards {
 public:
  explicit SeenBoards(std::string game) : game_(std::move(game)) {}

  const std::string& game() const { return game_; }
  // The game on the board of these rows and columns, which need not be its size; nothing where
  // there is no such board.
  std::shared_ptr<const SeenBoard> find(int rows, int columns);

 private:
  std::string game_;
  std::mutex mutex_;
  std::map<std::pair<int, int>, std::shared_ptr<const SeenBoard>> boards_;
};

}  // namespace isthmus::python
