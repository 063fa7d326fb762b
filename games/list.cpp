#include "games/list.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "games/gonnect/gonnect.hpp"
#include "games/havannah/havannah.hpp"
#include "games/hex/hex.hpp"
#include "games/rex/rex.hpp"
#include "games/y/y.hpp"

namespace isthmus {

namespace {

using GamePointer = std::unique_ptr<const Game>;

std::vector<GameEntry>& all_games() {
  static std::vector<GameEntry> games{
      GameEntry{"hex", "Hex", "Black joins top to bottom, White left to right", 11, 11, 1, kMaxSide,
                true, SwapRule::pieces,
                [](int rows, int columns, SwapRule swap) -> GamePointer {
                  return std::make_unique<Hex>(rows, columns, swap);
                }},
      GameEntry{"rex", "Rex", "reverse Hex: the side that joins its edges loses", 11, 0, 1,
                kMaxSide, true, SwapRule::pieces,
                [](int rows, int columns, SwapRule swap) -> GamePointer {
                  return std::make_unique<Rex>(rows, columns, swap);
                }},
      GameEntry{"y", "Y", "join all three edges of a triangle", 13, 0, 1, kMaxSide, false,
                SwapRule::sides,
                [](int rows, int, SwapRule swap) -> GamePointer {
                  return std::make_unique<Y>(rows, swap);
                }},
      GameEntry{"havannah", "Havannah",
                "make a ring, or join two corners or three edges of a hexagon", 8, 0,
                Havannah::kMinSide, Havannah::kMaxSide, false, SwapRule::pieces,
                [](int rows, int, SwapRule swap) -> GamePointer {
                  return std::make_unique<Havannah>(rows, swap);
                }},
      GameEntry{Gonnect::kName, "Gonnect",
                "capture as in Go, and join two opposite edges of a square", 13, 0,
                Gonnect::kMinSide, Gonnect::kMaxSide, false, SwapRule::sides,
                [](int rows, int, SwapRule swap) -> GamePointer {
                  return std::make_unique<Gonnect>(rows, swap, Repetition::illegal);
                }},
      GameEntry{Gonnect::kNameWhereRepetitionLoses, "Gonnect, repetition loses",
                "Gonnect where the side that repeats a position loses", 13, 0, Gonnect::kMinSide,
                Gonnect::kMaxSide, false, SwapRule::sides,
                [](int rows, int, SwapRule swap) -> GamePointer {
                  return std::make_unique<Gonnect>(rows, swap, Repetition::loses);
                }},
  };
  return games;
}

std::string known_names() {
  std::string names;
  for (const GameEntry& entry : all_games()) {
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  return names;
}

}  // namespace

std::span<const GameEntry> games() { return all_games(); }

void add_game(const GameEntry& entry) { all_games().push_back(entry); }

const GameEntry* find_game(std::string_view name) {
  for (const GameEntry& entry : all_games()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::unique_ptr<const Game> make_game(std::string_view name, int rows, int columns,
                                      SwapRule swap_rule) {
  const GameEntry* entry = find_game(name);
  if (entry == nullptr) {
    throw std::invalid_argument("unknown game '" + std::string(name) +
                                "'; known: " + known_names());
  }
  if (std::min(rows, columns) < entry->min_size || std::max(rows, columns) > entry->max_size) {
    throw std::invalid_argument("a board's side is from " + std::to_string(entry->min_size) +
                                " to " + std::to_string(entry->max_size));
  }
  if (rows != columns && !entry->any_rectangle) {
    throw std::invalid_argument(std::string(name) + " is played on a board of one side, not " +
                                std::to_string(rows) + " x " + std::to_string(columns));
  }
  if (rows != columns && swap_rule == SwapRule::pieces) {
    throw std::invalid_argument("swap-pieces needs a square board; use swap-sides or none");
  }
  return entry->make(rows, columns, swap_rule);
}

std::unique_ptr<const Game> make_game_on_board(std::string_view name, int rows, int columns) {
  const auto find = [&](int of_rows, int of_columns) -> GamePointer {
    try {
      GamePointer game = make_game(name, of_rows, of_columns, SwapRule::none);
      const bool fits = game->board().rows() == rows && game->board().columns() == columns;
      return fits ? std::move(game) : nullptr;
    } catch (const std::invalid_argument&) {
      return nullptr;
    }
  };
  if (auto game = find(rows, columns)) return game;
  const GameEntry* entry = find_game(name);
  if (entry == nullptr) return nullptr;
  for (int side = entry->min_size; side <= entry->max_size; ++side) {
    if (auto game = find(side, side)) return game;
  }
  return nullptr;
}

}  // namespace isthmus
