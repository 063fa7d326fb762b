#include "engine/net/net_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/net/fast_exp.hpp"

namespace isthmus {

static_assert(Net::kCommonPlanes + kMaxFeatures == Net::kMaxPlanes);

namespace {

// A net may come to numbers that are none, or to infinity, with weights that are all finite: what
// is made of its outputs is not to.
float finite(float logit) {
  constexpr float kMost = 1e4F;
  const float number = logit == logit ? logit : 0;
  const float most = number < kMost ? number : kMost;
  return most > -kMost ? most : -kMost;
}

float sigmoid(float logit) { return 1 / (1 + std::exp(-logit)); }

// Whether the game is the same by half a turn of the rectangle that holds the board.
bool is_same_by_half_turn(const Game& game) {
  const std::vector<Symmetry> all = game.symmetries();
  return std::any_of(all.begin(), all.end(), [&](const Symmetry& symmetry) {
    bool is_turn = !symmetry.exchanges_colours;
    game.board().cells().for_each([&](Cell cell) {
      is_turn = is_turn && symmetry.images[cell] == game.board().cell_range() - 1 - cell;
    });
    return is_turn;
  });
}

// What a point beyond the board shows, where these may want to join it.
std::uint8_t goal_point(bool mover, bool opponent, bool both) {
  if (both) return net_point::kMover | net_point::kOpponent;
  if (mover == opponent) return 0;
  return mover ? net_point::kMover : net_point::kOpponent;
}

}  // namespace

NetInput::NetInput(const Game& game, NetPlanes planes)
    : game_(game),
      planes_(planes.count),
      has_half_turn_(is_same_by_half_turn(game)),
      stones_stay_(game.fill_rule().has_value()),
      sides_{make_side(Colour::black, planes.has_ring ? 1 : 0),
             make_side(Colour::white, planes.has_ring ? 1 : 0)} {
  if (planes_ > net_planes(game)) {
    throw std::invalid_argument("the net has " + std::to_string(planes_) +
                                " input planes, of which this version knows " +
                                std::to_string(net_planes(game)) + " for '" + game.name() + "'");
  }
}

NetInput::Side NetInput::make_side(Colour mover, int ring) const {
  const Board& board = game_.board();
  const bool is_mirrored = mover == Colour::white && game_.mirror_exchanges_colours();
  Side side;
  side.view = is_mirrored ? NetView{board.columns(), board.rows(), ring}
                          : NetView{board.rows(), board.columns(), ring};
  // Where a row and a column are, in lines of this length.
  const auto index = [is_mirrored](int row, int column, int length) {
    if (is_mirrored) std::swap(row, column);
    return static_cast<std::size_t>(row * length + column);
  };
  const auto point = [&](int row, int column) {
    return index(row + ring, column + ring, side.view.point_columns());
  };
  side.places.resize(static_cast<std::size_t>(board.cell_range()));
  side.points.resize(side.places.size());
  side.empty.resize(side.view.points());

  // Which sides want to join a point beyond the board.
  struct Wanted {
    bool by_mover = false, by_opponent = false, by_both = false;
  };
  std::vector<Wanted> wanted(side.view.points());
  board.cells().for_each([&](Cell cell) {
    const int row = board.row(cell), column = board.column(cell);
    side.places[cell] = static_cast<std::uint16_t>(index(row, column, side.view.columns));
    side.points[cell] = static_cast<std::uint16_t>(point(row, column));
    for (std::size_t i = 0; i < board.goals().size(); ++i) {
      if ((board.goals(cell) >> i & 1U) == 0) continue;
      const Board::Goal& goal = board.goals()[i];
      for (int s = goal.first_side; s < goal.first_side + goal.sides; ++s) {
        const auto [r, c] = board.beyond(cell, s);
        if (board.has(r, c)) continue;
        if (r < -ring || r >= board.rows() + ring || c < -ring || c >= board.columns() + ring) {
          continue;
        }
        Wanted& there = wanted[point(r, c)];
        (!goal.owner            ? there.by_both
         : *goal.owner == mover ? there.by_mover
                                : there.by_opponent) = true;
      }
    }
  });
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    side.empty[i] = goal_point(wanted[i].by_mover, wanted[i].by_opponent, wanted[i].by_both);
  }
  board.cells().for_each([&](Cell cell) { side.empty[side.points[cell]] = net_point::kBoard; });
  return side;
}

void NetInput::write(const Position& position, std::span<std::uint8_t> points) const {
  const Side& seen = side(position.to_move);
  std::copy(seen.empty.begin(), seen.empty.end(), points.begin());
  const CellSet& opponents = position.of(opponent(position.to_move));
  position.of(position.to_move).for_each([&](Cell cell) {
    points[seen.points[cell]] |= net_point::kMover;
  });
  opponents.for_each([&](Cell cell) { points[seen.points[cell]] |= net_point::kOpponent; });
  const Move last = position.last_move;
  if (last.is_cell() && opponents.contains(last.cell())) {
    points[seen.points[last.cell()]] |= net_point::kLast;
  }
  if (planes_ == Net::kCommonPlanes) return;
  const Features features = game_.features(position);
  for (int plane = Net::kCommonPlanes; plane < planes_; ++plane) {
    features[static_cast<std::size_t>(plane - Net::kCommonPlanes)].for_each(
        [&](Cell cell) { points[seen.points[cell]] |= static_cast<std::uint8_t>(1U << plane); });
  }
}

void NetInput::read_ownership(const Position& position, std::span<const float> logits,
                              Evaluation& evaluation) const {
  const Side& seen = side(position.to_move);
  const bool is_black = position.to_move == Colour::black;
  evaluation.ownership.assign(seen.view.cells(), 0.0F);
  game_.board().cells().for_each([&](Cell cell) {
    const float logit = finite(logits[seen.places[cell]]);
    evaluation.ownership[cell] = sigmoid(is_black ? logit : -logit);
  });
  if (stones_stay_) {
    position.of(Colour::black).for_each([&](Cell cell) { evaluation.ownership[cell] = 1; });
    position.of(Colour::white).for_each([&](Cell cell) { evaluation.ownership[cell] = 0; });
  }
}

void NetInput::read(const Position& position, std::span<const float> outputs,
                    Evaluation& evaluation, bool cell_values) const {
  const Side& seen = side(position.to_move);
  const bool is_black = position.to_move == Colour::black;
  const float mover_wins = sigmoid(finite(outputs[0]));
  evaluation.black_wins = is_black ? mover_wins : 1 - mover_wins;
  evaluation.ownership.clear();
  evaluation.amaf.clear();
  if (cell_values) {
    read_ownership(position, outputs.subspan(1 + seen.view.cells()), evaluation);
    evaluation.amaf.assign(seen.view.cells(), 0.0F);
  }

  read_policy(position, outputs.subspan(1, seen.view.cells()), evaluation.policy);
}

// All cells are computed, those that are not legal as the least likely, since that compilers make
// vectors of, and then have no share.
void NetInput::read_policy(const Position& position, std::span<const float> logits,
                           std::vector<float>& policy) const {
  constexpr std::size_t kLanes = 8;
  const std::vector<std::uint16_t>& places = side(position.to_move).places;
  const std::size_t cells = places.size();
  const CellSet illegal = CellSet::range(0, static_cast<int>(cells)) - game_.legal_cells(position);
  policy.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) policy[i] = logits[places[i]];
  for (std::size_t i = 0; i < cells; ++i) policy[i] = finite(policy[i]);
  illegal.for_each([&](Cell cell) { policy[cell] = -INFINITY; });

  // What is left over of the lanes is computed by itself.
  const std::size_t whole = cells - cells % kLanes;
  std::array<float, kLanes> highest, sums{};
  highest.fill(-INFINITY);
  for (std::size_t i = 0; i < whole; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float logit = policy[i + lane];
      highest[lane] = logit > highest[lane] ? logit : highest[lane];
    }
  }
  float most = *std::max_element(highest.begin(), highest.end());
  for (std::size_t i = whole; i < cells; ++i) most = std::max(most, policy[i]);
  for (float& logit : policy) {
    const float below = logit - most;
    logit = below > kLeastOfFastExp ? below : kLeastOfFastExp;
  }
  for (float& logit : policy) logit = fast_exp(logit);
  illegal.for_each([&](Cell cell) { policy[cell] = 0; });
  for (std::size_t i = 0; i < whole; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += policy[i + lane];
  }
  const float sum =
      std::accumulate(sums.begin(), sums.end(), 0.0F) +
      std::accumulate(policy.begin() + static_cast<std::ptrdiff_t>(whole), policy.end(), 0.0F);
  for (float& probability : policy) probability /= sum;
}

void turn_net_points(std::span<std::uint8_t> points) { std::reverse(points.begin(), points.end()); }

}  // namespace isthmus
