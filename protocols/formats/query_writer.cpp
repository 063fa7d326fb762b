#include "protocols/formats/query_writer.hpp"

#include <nlohmann/json.hpp>

#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson turn(Colour colour, const std::string& name) {
  return OrderedJson::array({std::string(1, letter(colour)), name});
}

}  // namespace

std::string write_query(const GameFile& file) {
  const Record& record = file.record;
  const Game& game = record.game();
  const Position& first = record.first_position();
  OrderedJson query{
      {"game", game.name()}, {"boardXSize", game.size().columns}, {"boardYSize", game.size().rows}};
  if (file.names_swap_rule) query["rules"] = name(game.swap_rule());
  OrderedJson stones = OrderedJson::array();
  for (Colour colour : {Colour::black, Colour::white}) {
    first.of(colour).for_each(
        [&](Cell cell) { stones.push_back(turn(colour, game.board().name(cell))); });
  }
  if (!stones.empty()) query["initialStones"] = std::move(stones);
  if (first.to_move == Colour::white) query["initialPlayer"] = "W";
  OrderedJson moves = OrderedJson::array();
  for (const Turn& made : record.turns()) {
    moves.push_back(turn(made.colour, game.name(made.move)));
  }
  query["moves"] = std::move(moves);
  return query.dump();
}

}  // namespace isthmus
