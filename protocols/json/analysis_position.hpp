#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/search/position_search.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// Reads the fields of a request that say of which game it is and on which board: game, size,
// boardXSize, boardYSize and rules. Throws QueryError.
std::shared_ptr<const Game> read_game(JsonFields& fields);

// Reads those and the fields that lead to a position: initialStones, initialPlayer and moves. A
// pass is counted, and the other side moves next. The settings are the defaults. Throws QueryError.
SearchQuery read_position(JsonFields& fields, const Settings& defaults);

// Reads the field assumedRules: the swap rule by which a first stone is judged where the game's is
// not known; none where the field is not there. Throws QueryError.
SwapRule read_assumed_rules(JsonFields& fields);

// Visits the turns in the field of this name, as in [["B", "a1"], ["W", "c2"]]: each as it stands
// there, its colour, and the field of its move. Throws QueryError where it is no such list.
using VisitTurn = std::function<void(const JsonField& turn, Colour colour, const JsonField& move)>;
void for_each_turn(JsonFields& fields, const std::string& name, const VisitTurn& visit);

// Plays such a turn. Throws QueryError, and does nothing, where it cannot be played.
void play_turn(Record& record, const JsonField& turn, Colour colour, const JsonField& move);

}  // namespace isthmus
