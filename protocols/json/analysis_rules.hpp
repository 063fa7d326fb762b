#pragma once

#include <vector>

#include "engine/search/move_rule.hpp"
#include "engine/search/position_search.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// Reads "B" or "W", or a move of the game by its name. Both throw QueryError.
Colour read_colour(const JsonField& field);
Move read_move(const Game& game, const JsonField& field);

// Reads the fields avoidMoves and allowMoves: lists of objects such as
//   {"player": "B", "moves": ["a1", "b2"], "untilDepth": 3}
// Throws QueryError, also where they leave nothing to play after one of the turns.
std::vector<MoveRule> read_move_rules(JsonFields& fields, const SearchQuery& query,
                                      const std::vector<int>& turns);

}  // namespace isthmus
