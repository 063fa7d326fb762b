#include "gpu/tree/tree_board.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>

#include "engine/net/net_input.hpp"

namespace isthmus {

namespace {

constexpr Colour kColours[] = {Colour::black, Colour::white};

std::optional<TreeRule> rule_of(const Game& game) {
  if (game.board().tiling() == Board::Tiling::squares) {
    return game.capture_rule() ? std::optional(TreeRule::captures) : std::nullopt;
  }
  if (game.fill_rule()) return TreeRule::connection;
  if (game.playout_rule() == PlayoutRule::shapes) return TreeRule::shapes;
  return std::nullopt;
}

}  // namespace

std::string tree_obstacle(const Game& game) {
  const auto goals = [&](Colour colour) { return std::popcount(game.board().goals_of(colour)); };
  if (!rule_of(game) || std::max(goals(Colour::black), goals(Colour::white)) > kTreeGoals) {
    return "there are no rules of '" + game.name() + "' on the GPU";
  }
  if (game.swap_rule() != SwapRule::none) return "there is no swap on the GPU";
  if (game.feature_count() > 0 && !game.capture_rule()) {
    return "there are no features of '" + game.name() + "' on the GPU";
  }
  const NetInput input(game);
  if (!(input.view(Colour::black) == input.view(Colour::white))) {
    return "the board is not the same for both sides";
  }
  return "";
}

TreeBoard make_tree_board(const Game& game, NetPlanes planes) {
  const Board& board = game.board();
  const NetInput input(game, planes);
  const NetView view = input.view(Colour::black);
  const auto spot = [&](Cell cell) {
    return static_cast<std::uint16_t>(256 * board.row(cell) + board.column(cell));
  };
  TreeBoard made{};
  made.cells = static_cast<std::uint32_t>(board.cell_range());
  made.cell_count = static_cast<std::uint32_t>(board.cell_count());
  made.point_count = static_cast<std::uint32_t>(view.points());
  made.output_count = static_cast<std::uint32_t>(view.outputs());
  made.rule = rule_of(game).value();
  made.connection_wins = game.fill_rule() && game.fill_rule()->connection_wins ? 1 : 0;
  made.columns = static_cast<std::uint32_t>(board.columns());
  made.repetition_loses = game.capture_rule() && game.capture_rule()->repetition_loses ? 1 : 0;
  made.features = features_of(planes.count);
  std::fill_n(made.spots, std::size(made.spots), kNoSpot);
  board.cells().for_each([&](Cell cell) {
    made.spots[cell] = spot(cell);
    made.rows[board.row(cell)] |= 1U << board.column(cell);
  });
  for (const Colour colour : kColours) {
    const auto c = static_cast<std::size_t>(colour);
    for (std::size_t goal = 0; goal < board.goals().size(); ++goal) {
      if ((board.goals_of(colour) >> goal & 1U) == 0) continue;
      std::uint32_t* rows = made.goal_rows[c][made.goals[c]++];
      board.cells().for_each([&](Cell cell) {
        if ((board.goals(cell) >> goal & 1U) != 0)
          rows[board.row(cell)] |= 1U << board.column(cell);
      });
    }
    const auto empty = input.empty(colour);
    std::copy(empty.begin(), empty.end(), made.empty[c]);
    std::fill_n(made.spots_of_points[c], kTreePoints, kNoSpot);
    board.cells().for_each([&](Cell cell) {
      made.places[c][cell] = static_cast<std::uint16_t>(input.place(colour, cell));
      made.spots_of_points[c][input.point(colour, cell)] = spot(cell);
    });
  }
  return made;
}

}  // namespace isthmus
