#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/host_device.hpp"
#include "engine/game/board.hpp"
#include "engine/game/evaluator.hpp"
#include "engine/game/position.hpp"

namespace isthmus {

// What a net sees of a position of Hex: the side to move always joins top to bottom. For White to
// move the board is transposed, rows for columns, and the colours are exchanged. A view of R x C
// cells is a picture of (R + 2) x (C + 2) points, by rows, the cells within a ring; each point is a
// byte of the bits below, one a plane of the net's input.
namespace net_point {
inline constexpr std::uint8_t kBoard = 1;     // a cell
inline constexpr std::uint8_t kMover = 2;     // the mover's stone, or the mover's edges: the ring's
                                              // top and bottom rows but for their corners
inline constexpr std::uint8_t kOpponent = 4;  // likewise, left and right columns
inline constexpr std::uint8_t kLast = 8;      // the stone that the opponent placed just now
}  // namespace net_point

// The size of a view.
struct NetView {
  int rows = 0;
  int columns = 0;

  ISTHMUS_HOST_DEVICE constexpr std::size_t cells() const {
    return static_cast<std::size_t>(rows * columns);
  }
  ISTHMUS_HOST_DEVICE constexpr std::size_t points() const {
    return static_cast<std::size_t>((rows + 2) * (columns + 2));
  }
  // How many numbers a net makes of it: the logit that the mover wins; by cell, by rows, the logits
  // of the policy; and by cell the logits that it ends as the mover's.
  ISTHMUS_HOST_DEVICE constexpr std::size_t outputs() const { return 1 + 2 * cells(); }

  friend bool operator==(const NetView&, const NetView&) = default;
};

// The view of the side to move on a rhombus.
inline NetView net_view(const Board& board, Colour to_move) {
  return to_move == Colour::black ? NetView{board.rows(), board.columns()}
                                  : NetView{board.columns(), board.rows()};
}

// Writes what the side to move sees; `points` has net_view().points() of them.
void write_net_points(const Board& board, const Position& position, std::span<std::uint8_t> points);

// Turns the picture of a view by half a turn, which for Hex is the same position.
void turn_net_points(std::span<std::uint8_t> points);

// Writes what the outputs of a net, net_view().outputs() of them, say of an unfinished position.
// amaf is zero everywhere: a net does not know it.
void read_net_outputs(const Board& board, const Position& position, std::span<const float> outputs,
                      Evaluation& evaluation);

}  // namespace isthmus
