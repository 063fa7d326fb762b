#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/game/game.hpp"

namespace isthmus {

// One game that the engine plays.
struct GameEntry {
  std::string_view name;
  std::string_view title;  // as people write it
  std::string_view description;
  int default_size;
  // The game's number in SGF's GM; 0 where it has none. Games without one are known by their names.
  int sgf_number;
  int min_size;  // of a side
  int max_size;
  // Whether rows and columns may differ.
  bool any_rectangle;
  // The swap that people mostly play it with, on square boards.
  SwapRule usual_swap;
  std::unique_ptr<const Game> (*make)(int rows, int columns, SwapRule swap_rule);
};

// The game that is meant where none is named.
inline constexpr std::string_view kDefaultGame = "hex";

// All games, in the order in which they are shown.
std::span<const GameEntry> games();

// Adds a game, to be listed last. Before any other use of the list; entries of one name are not
// looked for.
void add_game(const GameEntry& entry);

// The row of this name; nothing where there is none.
const GameEntry* find_game(std::string_view name);

// Makes a game on a board of rows x columns, or of side rows where rows = columns.
// Throws std::invalid_argument, with a message for the user, for an unknown name, a size that
// the game is not played on, a shape that the game lacks, or swap-pieces on a board that is not
// square.
std::unique_ptr<const Game> make_game(std::string_view name, int rows, int columns,
                                      SwapRule swap_rule);

// The game without a swap whose board has these rows and columns, as records of games hold them;
// null where there is none.
std::unique_ptr<const Game> make_game_on_board(std::string_view name, int rows, int columns);

}  // namespace isthmus
