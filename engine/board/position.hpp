#pragma once

#include <array>
#include <cstdint>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position_history.hpp"

namespace isthmus {

// How a game stands, by colour.
enum class Result : std::uint8_t { ongoing, black, white, draw };

constexpr Result win_for(Colour colour) {
  return colour == Colour::black ? Result::black : Result::white;
}

// The value of a finished game to a colour: 1 won, 1/2 drawn, 0 lost.
constexpr double score(Colour colour, Result result) {
  return result == Result::draw ? 0.5 : result == win_for(colour) ? 1 : 0;
}

// A position: a plain value, made and changed by a Game.
struct Position {
  std::array<CellSet, 2> stones{};  // by colour
  Colour to_move = Colour::black;
  Result result = Result::ongoing;
  bool sides_swapped = false;      // the player who began has White
  std::uint16_t moves_played = 0;  // turns taken, swaps included, set-up stones not
  Move last_move = Move::none();
  PositionHistory history{};  // of games with a rule about repetition; empty in others

  const CellSet& of(Colour colour) const { return stones[static_cast<std::size_t>(colour)]; }
  CellSet& of(Colour colour) { return stones[static_cast<std::size_t>(colour)]; }
  CellSet occupied() const { return stones[0] | stones[1]; }

  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace isthmus
