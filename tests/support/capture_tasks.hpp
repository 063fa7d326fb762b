#pragma once

#include <cstdint>

#include "tests/support/capture_reference.hpp"

namespace isthmus::test {

// A task from the position after `moves` random moves, or before the end of the game.
inline CaptureTask random_capture_task(int side, int moves, std::uint32_t playouts,
                                       std::uint64_t seed) {
  CaptureTask empty;
  empty.side = side;
  empty.playouts = 1;
  CaptureReference board(empty);
  CaptureRandom random(seed, 0);
  for (int i = 0; i < moves; ++i) {
    CaptureReference next = board;
    if (!next.play_random(random) || next.has_won(board.mover())) break;
    board = next;
  }
  return board.task(playouts, seed);
}

}  // namespace isthmus::test
