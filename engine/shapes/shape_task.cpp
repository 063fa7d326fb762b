#include "engine/shapes/shape_task.hpp"

namespace isthmus {

ShapeTask make_shape_task(const Game& game, const Position& position, std::uint32_t playouts,
                          std::uint64_t seed) {
  return {.side = (game.board().rows() + 1) / 2,
          .black = position.of(Colour::black),
          .white = position.of(Colour::white),
          .to_move = position.to_move,
          .playouts = playouts,
          .seed = seed};
}

void count_stones(const ShapeTask& task, OutcomeCounts& counts) {
  const std::uint32_t points = 2 * counts.black_wins + counts.draws;
  task.black.for_each([&](Cell cell) {
    counts.black[cell] = counts.playouts;
    counts.black_points[cell] = points;
  });
  task.white.for_each([&](Cell cell) {
    counts.white[cell] = counts.playouts;
    counts.white_points[cell] = points;
  });
}

}  // namespace isthmus
