#pragma once

#include <cstdint>

namespace isthmus {

// The two colours. Black moves first; on Hex boards Black joins top to bottom.
enum class Colour : std::uint8_t { black = 0, white = 1 };

constexpr Colour opponent(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

constexpr int index(Colour colour) { return static_cast<int>(colour); }

// A cell of a board of C columns, as row * C + column; rows and columns count from 0.
using Cell = std::uint16_t;

inline constexpr int kMaxSide = 32;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

// One turn: a stone on a cell, or one of the turns that place none.
class Move {
 public:
  constexpr Move() = default;
  constexpr explicit Move(Cell cell) : code_(cell) {}

  static constexpr Move none() { return from_code(kNone); }
  // Takes over the opponent's first stone: it changes colour and is mirrored.
  static constexpr Move swap_pieces() { return from_code(kSwapPieces); }
  // The players exchange their colours; the stones stay.
  static constexpr Move swap_sides() { return from_code(kSwapSides); }

  constexpr bool is_cell() const { return code_ < kMaxCells; }
  constexpr bool is_swap() const { return code_ == kSwapPieces || code_ == kSwapSides; }
  // The cell of the stone. Only where is_cell().
  constexpr Cell cell() const { return code_; }

  constexpr std::uint16_t code() const { return code_; }
  static constexpr Move from_code(std::uint16_t code) {
    Move move;
    move.code_ = code;
    return move;
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::uint16_t kSwapPieces = 0xfffe;
  static constexpr std::uint16_t kSwapSides = 0xfffd;

  std::uint16_t code_ = kNone;  // below kMaxCells: a cell; above: one of the constants
};

static_assert(sizeof(Move) == 2);

}  // namespace isthmus
