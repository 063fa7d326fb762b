#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "protocols/actions/actions.hpp"
#include "protocols/actions/deciding_stones.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"
#include "protocols/review/connections.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

// The bridges and edge templates of all stones, each once.
OrderedJson connections_json(const Game& game, const Position& position) {
  const Board& board = game.board();
  OrderedJson list = OrderedJson::array();
  std::set<std::pair<Cell, Cell>> listed;
  for (const Colour colour : {Colour::black, Colour::white}) {
    position.of(colour).for_each([&](Cell stone) {
      for (const Connection& found : connections_of(board, position, colour, stone)) {
        if (found.other && !listed.insert(std::minmax(stone, *found.other)).second) continue;
        OrderedJson cells = OrderedJson::array({board.name(stone)});
        if (found.other) cells.push_back(board.name(*found.other));
        OrderedJson connection{{"player", colour_json(colour)},
                               {"cells", std::move(cells)},
                               {"kind", found.row > 2 ? "edge-template" : "bridge"},
                               {"carrier", names_json(board, found.carrier)}};
        if (!found.other) connection["edge"] = board.goals()[found.goal].name;
        list.push_back(std::move(connection));
      }
    });
  }
  return list;
}

}  // namespace

OrderedJson query_position(JsonFields& fields, ActionRun&, const ActionOptions& options) {
  const SearchQuery query = read_position(fields, options.settings);
  const Game& game = query.record.game();
  const int turns = last_turn(query);
  const Position position = position_after(query, turns);
  OrderedJson answer{{"stones", stones_json(game.board(), position)},
                     {"currentPlayer", colour_json(position.to_move)},
                     {"legalMoves", names_json(game, game.legal_moves(position))},
                     {"lastMove", nullptr},
                     {"maySwap", game.may_swap(position)},
                     {"turns", turns}};
  if (position.last_move != Move::none()) answer["lastMove"] = game.name(position.last_move);
  if (position.result != Result::ongoing) {
    answer["winner"] = winner_json(position.result);
    answer["winningCells"] = names_json(game.board(), deciding_stones(game, position));
  }
  if (is_about_connections(game)) answer["connections"] = connections_json(game, position);
  return answer;
}

}  // namespace isthmus
