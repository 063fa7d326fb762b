#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/host_device.hpp"
#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/net/net.hpp"

namespace isthmus {

// What a net sees of a position: always the mover's view. For White to move, in games whose mirror
// image exchanges the colours, the board is transposed, rows for columns: so in Hex the mover
// always joins top to bottom. Of a view of R x C cells the input planes have as many points, by
// rows, or with a ring of others around them (R + 2) x (C + 2); each point is a byte of the bits
// below, one a plane. Without the ring it is the end of the board that shows a goal there: beyond
// it a convolution sees zeros.
// Behind them come the game's features (Game::features()), from bit Net::kCommonPlanes on.
namespace net_point {
inline constexpr std::uint8_t kBoard = 1;     // a cell
inline constexpr std::uint8_t kMover = 2;     // the mover's stone, or beyond the board his goal
inline constexpr std::uint8_t kOpponent = 4;  // likewise the opponent's; both: a goal of both
inline constexpr std::uint8_t kLast = 8;      // the stone that the opponent placed just now
}  // namespace net_point

// The size of a view.
struct NetView {
  int rows = 0;
  int columns = 0;
  int ring = 1;  // points on each side of the cells: 0 or 1

  ISTHMUS_HOST_DEVICE constexpr int point_rows() const { return rows + 2 * ring; }
  ISTHMUS_HOST_DEVICE constexpr int point_columns() const { return columns + 2 * ring; }

  ISTHMUS_HOST_DEVICE constexpr std::size_t cells() const {
    return static_cast<std::size_t>(rows * columns);
  }
  ISTHMUS_HOST_DEVICE constexpr std::size_t points() const {
    return static_cast<std::size_t>(point_rows() * point_columns());
  }
  // How many numbers a net makes of it: the logit that the mover wins; by cell, by rows, the logits
  // of the policy; and by cell the logits that it ends as the mover's.
  ISTHMUS_HOST_DEVICE constexpr std::size_t outputs() const { return 1 + 2 * cells(); }

  friend bool operator==(const NetView&, const NetView&) = default;
};

// How many input planes a game has: those of all games and its features.
inline int net_planes(const Game& game) { return Net::kCommonPlanes + game.feature_count(); }

// Makes the input planes of a game on one board, and reads what a net says of them. Immutable, so
// that threads share it.
//
// A point beyond the board shows a goal where a cell's side on that goal meets it; one where goals
// of both colours meet shows neither.
class NetInput {
 public:
  // Writes such planes of the game, which must outlive this. Throws std::invalid_argument where it
  // has not as many.
  explicit NetInput(const Game& game, NetPlanes planes = {});

  int planes() const { return planes_; }

  // The view of the side to move.
  const NetView& view(Colour to_move) const { return side(to_move).view; }
  // Where a cell of the board lies in it, by rows.
  std::size_t place(Colour to_move, Cell cell) const { return side(to_move).places[cell]; }
  // Which of the view's points, by rows, shows it.
  std::size_t point(Colour to_move, Cell cell) const { return side(to_move).points[cell]; }
  // The planes of the empty board.
  std::span<const std::uint8_t> empty(Colour to_move) const { return side(to_move).empty; }
  // Whether planes turned by half a turn are those of a position of the same game.
  bool has_half_turn() const { return has_half_turn_; }

  // Writes what the side to move sees; `points` has view().points() of them.
  void write(const Position& position, std::span<std::uint8_t> points) const;

  // Writes what the outputs of a net, view().outputs() of them, say of an unfinished position.
  // amaf is zero everywhere: a net does not know it. Without `cell_values` it is empty, and
  // ownership is.
  void read(const Position& position, std::span<const float> outputs, Evaluation& evaluation,
            bool cell_values = true) const;

 private:
  // What one colour sees.
  struct Side {
    NetView view;
    std::vector<std::uint16_t> places;  // by cell: among the view's cells
    std::vector<std::uint16_t> points;  // by cell: among the points of the planes
    std::vector<std::uint8_t> empty;
  };

  void read_ownership(const Position& position, std::span<const float> logits,
                      Evaluation& evaluation) const;
  void read_policy(const Position& position, std::span<const float> logits,
                   std::vector<float>& policy) const;
  Side make_side(Colour mover, int ring) const;
  const Side& side(Colour mover) const { return sides_[static_cast<std::size_t>(mover)]; }

  const Game& game_;
  int planes_;
  bool has_half_turn_;
  bool stones_stay_;
  std::array<Side, 2> sides_;  // by colour
};

// Turns the planes of a view by half a turn.
void turn_net_points(std::span<std::uint8_t> points);

}  // namespace isthmus
