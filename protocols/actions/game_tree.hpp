#pragma once

#include <nlohmann/json.hpp>

#include "protocols/formats/game_file.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// A game as a page has it: the fields of a query that lead to its last position, and besides them
// blackName, whiteName, result, comment, notes, variations and view, in the meaning of GameFile.
// What is not known of it is empty. Marks and properties of SGF have no place: `omissions` is told.
nlohmann::ordered_json game_tree_json(const GameFile& file, Omissions& omissions);

// The inverse. Throws QueryError where it is not as it should be, or has fields of another name.
GameFile read_game_tree(const JsonField& field);

}  // namespace isthmus
