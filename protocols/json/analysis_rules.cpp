#include "protocols/json/analysis_rules.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

MoveRule read_rule(const Game& game, const JsonField& field, bool allows) {
  if (!field.value().is_object()) {
    field.expect("an object such as {\"player\": \"B\", \"moves\": [\"a1\"], \"untilDepth\": 1}");
  }
  for (const char* name : {"player", "moves", "untilDepth"}) {
    if (field.find(name)) continue;
    throw QueryError(field.path() + "/" + name, "'" + field.path() + "' has no '" + name + "'");
  }
  MoveRule rule{.allows = allows};
  rule.player = read_colour(field.at("player"));
  for (const JsonField& move : field.at("moves").items("an array of moves")) {
    rule.moves.push_back(read_move(game, move));
  }
  rule.until_depth = field.at("untilDepth").integer(1, kMaxCells);
  return rule;
}

bool leaves_a_move(const Game& game, const Position& position, const std::vector<MoveRule>& rules) {
  const std::vector<Move> legal = game.legal_moves(position);
  return legal.empty() || std::any_of(legal.begin(), legal.end(), [&](Move move) {
           return permits(rules, position.to_move, move, 0);
         });
}

}  // namespace

Colour read_colour(const JsonField& field) {
  const auto colour = field.value().is_string() ? find_colour(field.text()) : std::nullopt;
  if (!colour) field.expect("B or W");
  return *colour;
}

Move read_move(const Game& game, const JsonField& field) {
  if (!field.value().is_string()) field.expect("a move such as \"a1\"");
  try {
    return parse_move(game, field.text());
  } catch (const MoveError& error) {
    field.refuse(error.what());
  }
}

std::vector<MoveRule> read_move_rules(JsonFields& fields, const SearchQuery& query,
                                      const std::vector<int>& turns) {
  const Game& game = query.record.game();
  constexpr std::size_t kMaxRules = 100;
  std::vector<MoveRule> rules;
  for (const std::string name : {"avoidMoves", "allowMoves"}) {
    const bool allows = name == "allowMoves";
    const auto list = fields.find(name);
    if (!list) continue;
    const std::string wanted =
        allows ? "an array of one object a player" : "an array of up to 100 objects";
    const std::vector<JsonField> items = list->items(wanted);
    if (items.size() > (allows ? 2 : kMaxRules)) list->expect(wanted);
    for (std::size_t i = 0; i < items.size(); ++i) {
      rules.push_back(read_rule(game, items[i], allows));
      if (allows && i == 1 && rules.back().player == rules[rules.size() - 2].player) {
        throw QueryError(items[i].path() + "/player",
                         "'allowMoves' has two objects for one player");
      }
    }
    for (int turn : turns) {
      if (!leaves_a_move(game, position_after(query, turn), rules)) {
        throw QueryError(
            name, "'" + name + "' leaves nothing to play after " + std::to_string(turn) + " moves");
      }
    }
  }
  return rules;
}

}  // namespace isthmus
