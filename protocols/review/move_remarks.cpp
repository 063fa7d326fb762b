#include "protocols/review/move_remarks.hpp"

#include <algorithm>
#include <optional>

#include "protocols/review/connections.hpp"

namespace isthmus {

namespace {

constexpr int kMinForced = 2;  // closed ways to the edge that make a ladder

// "the left edge".
std::string edge_name(const Board& board, std::size_t goal) {
  const std::string name(board.goals()[goal].name);
  return "the " + name + (name.ends_with("edge") ? "" : " edge");
}

// "d7", "the left edge".
std::string end_name(const Board& board, const Connection& connection) {
  return connection.other ? board.name(*connection.other) : edge_name(board, connection.goal);
}

std::string bridge_name(const Board& board, const Connection& bridge) {
  return "the bridge " + board.name(bridge.stone) +
         (bridge.other ? "-" + board.name(*bridge.other) : " to " + edge_name(board, bridge.goal));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

// A stone on the second row of an edge that has one way left to it.
struct Threat {
  std::size_t goal;
  Cell way;
};

std::optional<Threat> threat_of(const Board& board, const Position& position, Colour colour,
                                Cell cell) {
  if (board.goals(cell) != 0) return std::nullopt;
  for (std::size_t goal = 0; goal < board.goals().size(); ++goal) {
    if ((board.goals_of(colour) >> goal & 1U) == 0) continue;
    CellSet beside;
    for (Cell near : board.neighbours(cell)) {
      if ((board.goals(near) >> goal & 1U) != 0) beside.insert(near);
    }
    const CellSet ways = beside - position.of(opponent(colour));
    if (beside.size() == 2 && ways.size() == 1 && !position.occupied().contains(ways.first())) {
      return Threat{goal, ways.first()};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string move_remark(const Game& game, const Position& position, Move move) {
  if (!move.is_cell() || !is_about_connections(game)) return {};
  const Board& board = game.board();
  const Colour mover = position.to_move;
  std::vector<std::string> bridges, templates, remarks;
  for (const Connection& made : connections_of(board, position, mover, move.cell())) {
    (made.row > 2 ? templates : bridges).push_back(end_name(board, made));
  }
  std::vector<std::string> joins;
  if (!bridges.empty()) {
    joins.push_back(joined(bridges) + (bridges.size() == 1 ? " by a bridge" : " by bridges"));
  }
  if (!templates.empty()) {
    joins.push_back(joined(templates) + " by an edge template of the third row");
  }
  if (!joins.empty()) remarks.push_back("joins " + joined(joins));
  for (const BridgeCell& own : bridges_over(board, position, mover, move.cell())) {
    if (position.occupied().contains(own.rest)) {
      remarks.push_back("saves " + bridge_name(board, own.bridge));
    }
  }
  for (const BridgeCell& other : bridges_over(board, position, opponent(mover), move.cell())) {
    remarks.push_back((position.occupied().contains(other.rest) ? "cuts " : "intrudes into ") +
                      bridge_name(board, other.bridge));
  }
  return joined(remarks);
}

std::string ladder_remark(const Game& game, const Position& position,
                          const std::vector<Move>& line) {
  if (!is_about_connections(game)) return {};
  const Board& board = game.board();
  std::vector<Position> positions{position};
  for (Move move : line) {
    if (!move.is_cell() || !game.is_legal(positions.back(), move)) break;
    positions.push_back(positions.back());
    game.play(positions.back(), move);
  }
  for (std::size_t first = 0; first + 2 < positions.size(); ++first) {
    std::optional<std::size_t> goal;
    int forced = 0;
    std::size_t at = first;
    for (; at + 2 < positions.size(); at += 2) {
      const Colour colour = positions[at].to_move;
      const auto threat = threat_of(board, positions[at + 1], colour, line[at].cell());
      if (!threat || (goal && *goal != threat->goal) || line[at + 1] != Move(threat->way)) break;
      if (at > first) {
        const auto near = board.neighbours(line[at - 2].cell());
        if (std::find(near.begin(), near.end(), line[at].cell()) == near.end()) break;
      }
      goal = threat->goal;
      ++forced;
    }
    if (forced >= kMinForced) {
      return "a ladder along " + edge_name(board, *goal) + " from " + game.name(line[first]) +
             " to " + game.name(line[at - 2]);
    }
  }
  return {};
}

}  // namespace isthmus
