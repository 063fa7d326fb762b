#pragma once

#include <nlohmann/json.hpp>

#include "protocols/formats/game_file.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// A game as a page has it: the fields of a query that lead to its last position, and besides them
// blackName, whiteName, result, comment, info, notes, marks, variations and view, in the meaning of
// GameFile; info and the marks of a turn are a text each, as SGF has them: "TR[a1]LB[b2:x]". What
// is not known of it is empty.
nlohmann::ordered_json game_tree_json(const GameFile& file);

// The inverse. Throws QueryError where it is not as it should be, or has fields of another name.
GameFile read_game_tree(const JsonField& field);

}  // namespace isthmus
