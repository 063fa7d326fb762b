#pragma once

#include <cstdint>
#include <optional>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// The sides of the boards that playouts with captures take.
inline constexpr int kMinCaptureSide = 5;
inline constexpr int kMaxCaptureSide = 19;

// A request for random playouts of one position of a game with the captures of Go, in which either
// side wins by joining two opposite sides of a square board, cells being neighbours along rows and
// columns, and there are no passes: a side without a legal move has lost (Gonnect; Joao Pedro Neto,
// 2000).
//
// Playout n, counted from 0, draws from a CaptureRandom of its own, made of the seed and n. Each
// move is drawn so:
// - The candidates are the empty cells that are not the ko's and have a neighbour which is no stone
//   of the mover's: they fill no eye of his.
// - They come in the order of (row % w, row, column), where w = capture_words(side). With c of
//   them, one number below c chooses the one that is played.
// - If that is suicide, it is no candidate any more, and another is drawn.
// - When none is left, the mover's eyes are the candidates, in the same manner.
// - When none is left again, the mover has lost.
// All legal moves that fill no eye are thus equally likely. A stone that alone captures a single
// one, and has then but the liberty that this left, makes a ko: the cell is closed for the next
// move. A playout of kCaptureMovesPerCell moves for each cell of the board is a draw.
struct CaptureTask {
  // The number of playouts per position at which a search is strongest (engine/search/NOTES.md).
  static constexpr std::uint32_t kSuitedPlayouts = 64;

  int side = 0;   // of the board, from kMinCaptureSide to kMaxCaptureSide
  CellSet black;  // stones, by row * side + column; each group has a liberty, and no colour has won
  CellSet white;
  Colour to_move = Colour::black;
  std::optional<Cell> ko;      // an empty cell that is closed for the first move
  std::uint32_t playouts = 0;  // more than none
  // Two tasks that differ in this get independent playouts; equal tasks get equal counts, on every
  // machine.
  std::uint64_t seed = 0;
};

inline constexpr int kCaptureMovesPerCell = 2;

// The task of judging an unfinished position of a game whose playout_rule() is captures. Groups
// without a liberty, which only stones that were set up can make, are left out.
CaptureTask make_capture_task(const Game& game, const Position& position, std::uint32_t playouts,
                              std::uint64_t seed);

}  // namespace isthmus
