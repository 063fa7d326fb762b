#include "games/list.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "games/hex/hex.hpp"
#include "games/rex.hpp"
#include "games/y.hpp"

namespace isthmus {

namespace {

using GamePointer = std::unique_ptr<const Game>;

constexpr std::array kGames{
    GameEntry{"hex", "Black joins top to bottom, White left to right", 11, 11, true,
              [](int rows, int columns, SwapRule swap) -> GamePointer {
                return std::make_unique<Hex>(rows, columns, swap);
              }},
    GameEntry{"rex", "reverse Hex: whoever joins his edges loses", 11, 0, true,
              [](int rows, int columns, SwapRule swap) -> GamePointer {
                return std::make_unique<Rex>(rows, columns, swap);
              }},
    GameEntry{"y", "join all three edges of a triangle", 13, 0, false,
              [](int rows, int, SwapRule swap) -> GamePointer {
                return std::make_unique<Y>(rows, swap);
              }},
};

std::string known_names() {
  std::string names;
  for (const GameEntry& entry : kGames) {
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  return names;
}

}  // namespace

std::span<const GameEntry> games() { return kGames; }

const GameEntry* find_game(std::string_view name) {
  const auto entry = std::find_if(kGames.begin(), kGames.end(),
                                  [&](const GameEntry& game) { return game.name == name; });
  return entry == kGames.end() ? nullptr : &*entry;
}

std::unique_ptr<const Game> make_game(std::string_view name, int rows, int columns,
                                      SwapRule swap_rule) {
  const GameEntry* entry = find_game(name);
  if (entry == nullptr) {
    throw std::invalid_argument("unknown game '" + std::string(name) +
                                "'; known: " + known_names());
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

}  // namespace isthmus
