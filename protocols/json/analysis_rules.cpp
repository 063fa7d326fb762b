#include "protocols/json/analysis_rules.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

MoveRule read_rule(const Game& game, const std::string& field, const Json& value, bool allows) {
  if (!value.is_object()) {
    fail(field, "an object such as {\"player\": \"B\", \"moves\": [\"a1\"], \"untilDepth\": 1}",
         value);
  }
  for (const char* name : {"player", "moves", "untilDepth"}) {
    if (!value.contains(name)) {
      throw QueryError(field + "/" + name, "'" + field + "' has no '" + name + "'");
    }
  }
  MoveRule rule{.allows = allows};
  const Json& player = value["player"];
  const auto colour =
      player.is_string() ? find_colour(player.get<std::string>()) : std::optional<Colour>();
  if (!colour) fail(field + "/player", "B or W", player);
  rule.player = *colour;
  const Json& moves = value["moves"];
  if (!moves.is_array()) fail(field + "/moves", "an array of moves", moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string of_move = field + "/moves/" + std::to_string(i);
    if (!moves[i].is_string()) fail(of_move, "a move such as \"a1\"", moves[i]);
    try {
      rule.moves.push_back(parse_move(game, moves[i].get<std::string>()));
    } catch (const MoveError& error) {
      throw QueryError(of_move, "'" + of_move + "': " + error.what());
    }
  }
  rule.until_depth = JsonFields::integer(field + "/untilDepth", value["untilDepth"], 1, kMaxCells);
  return rule;
}

bool leaves_a_move(const Game& game, const Position& position, const std::vector<MoveRule>& rules) {
  const std::vector<Move> legal = game.legal_moves(position);
  return legal.empty() || std::any_of(legal.begin(), legal.end(), [&](Move move) {
           return permits(rules, position.to_move, move, 0);
         });
}

}  // namespace

std::vector<MoveRule> read_move_rules(JsonFields& fields, const Record& record,
                                      const std::vector<int>& turns) {
  constexpr std::size_t kMaxRules = 100;
  std::vector<MoveRule> rules;
  for (const std::string name : {"avoidMoves", "allowMoves"}) {
    const bool allows = name == "allowMoves";
    const Json* list = fields.find(name);
    if (!list) continue;
    if (!list->is_array() || list->size() > (allows ? 2 : kMaxRules)) {
      fail(name, allows ? "an array of one object a player" : "an array of up to 100 objects",
           *list);
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string field = name + "/" + std::to_string(i);
      rules.push_back(read_rule(record.game(), field, (*list)[i], allows));
      if (allows && i == 1 && rules.back().player == rules[rules.size() - 2].player) {
        throw QueryError(field + "/player", "'allowMoves' has two objects for one player");
      }
    }
    for (int turn : turns) {
      const Position& position = record.positions()[static_cast<std::size_t>(turn)];
      if (!leaves_a_move(record.game(), position, rules)) {
        throw QueryError(
            name, "'" + name + "' leaves nothing to play after " + std::to_string(turn) + " moves");
      }
    }
  }
  return rules;
}

}  // namespace isthmus
