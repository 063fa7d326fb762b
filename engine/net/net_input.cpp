#include "engine/net/net_input.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus {

namespace {

float sigmoid(float logit) { return 1 / (1 + std::exp(-logit)); }

// The cell's place, by rows, in a view whose rows are `stride` apart.
class ViewIndex {
 public:
  ViewIndex(const Board& board, Colour to_move, int stride)
      : columns_(board.columns()),
        row_step_(to_move == Colour::black ? stride : 1),
        column_step_(to_move == Colour::black ? 1 : stride) {}

  std::size_t operator()(Cell cell) const {
    const int row = cell / columns_, column = cell % columns_;
    return static_cast<std::size_t>(row * row_step_ + column * column_step_);
  }

 private:
  int columns_, row_step_, column_step_;
};

}  // namespace

void write_net_points(const Board& board, const Position& position,
                      std::span<std::uint8_t> points) {
  const NetView view = net_view(board, position.to_move);
  const auto stride = static_cast<std::size_t>(view.columns + 2);
  const auto last_row = points.end() - static_cast<std::ptrdiff_t>(stride);
  std::fill(points.begin(), points.end(), net_point::kBoard);
  for (std::size_t row = 0; row < points.size(); row += stride) {
    points[row] = points[row + stride - 1] = net_point::kOpponent;
  }
  std::fill(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(stride),
            net_point::kMover);
  std::fill(last_row, points.end(), net_point::kMover);
  points[0] = points[stride - 1] = *last_row = points.back() = 0;

  const ViewIndex index(board, position.to_move, static_cast<int>(stride));
  const std::size_t first = stride + 1;
  const CellSet& opponents = position.of(opponent(position.to_move));
  position.of(position.to_move).for_each([&](Cell cell) {
    points[first + index(cell)] |= net_point::kMover;
  });
  opponents.for_each([&](Cell cell) { points[first + index(cell)] |= net_point::kOpponent; });
  const Move last = position.last_move;
  if (last.is_cell() && opponents.contains(last.cell())) {
    points[first + index(last.cell())] |= net_point::kLast;
  }
}

void turn_net_points(std::span<std::uint8_t> points) { std::reverse(points.begin(), points.end()); }

void read_net_outputs(const Board& board, const Position& position, std::span<const float> outputs,
                      Evaluation& evaluation) {
  const NetView view = net_view(board, position.to_move);
  const bool is_black = position.to_move == Colour::black;
  const float* policy = outputs.data() + 1;
  const float* ownership = policy + view.cells();
  const float mover_wins = sigmoid(outputs[0]);
  evaluation.black_wins = is_black ? mover_wins : 1 - mover_wins;

  evaluation.policy.assign(view.cells(), 0.0F);
  evaluation.ownership.resize(view.cells());
  evaluation.amaf.assign(view.cells(), 0.0F);
  const ViewIndex index(board, position.to_move, view.columns);
  board.cells().for_each([&](Cell cell) {
    evaluation.ownership[cell] =
        sigmoid(is_black ? ownership[index(cell)] : -ownership[index(cell)]);
  });
  position.of(Colour::black).for_each([&](Cell cell) { evaluation.ownership[cell] = 1; });
  position.of(Colour::white).for_each([&](Cell cell) { evaluation.ownership[cell] = 0; });

  const CellSet empty = board.cells() - position.occupied();
  float highest = -INFINITY;
  empty.for_each([&](Cell cell) { highest = std::max(highest, policy[index(cell)]); });
  float sum = 0;
  empty.for_each(
      [&](Cell cell) { sum += evaluation.policy[cell] = std::exp(policy[index(cell)] - highest); });
  for (float& probability : evaluation.policy) probability /= sum;
}

}  // namespace isthmus
