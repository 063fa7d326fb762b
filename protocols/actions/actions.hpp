#pragma once

#include <nlohmann/json.hpp>

#include "protocols/actions/action_options.hpp"
#include "protocols/json/service_action.hpp"

// What a page that shows a board asks of the engine. The fields of requests and answers are
// described in README.md; all functions read the former, return the latter and throw QueryError, as
// ServiceAction has it.

namespace isthmus {

// The games that there are.
nlohmann::ordered_json query_games(JsonFields& fields, ActionRun& run,
                                   const ActionOptions& options);
// All settings with their values here, what the engine is, and its caps on what clients may ask
// for.
nlohmann::ordered_json query_settings(JsonFields& fields, ActionRun& run,
                                      const ActionOptions& options);
// Where the cells, edges and labels of an empty board are, and which cells are neighbours.
nlohmann::ordered_json query_board(JsonFields& fields, ActionRun& run,
                                   const ActionOptions& options);
// The stones of a position, whose turn it is, what may be played, and how the game stands.
nlohmann::ordered_json query_position(JsonFields& fields, ActionRun& run,
                                      const ActionOptions& options);
// The games in a text of any format.
nlohmann::ordered_json read_games_action(JsonFields& fields, ActionRun& run,
                                         const ActionOptions& options);
// A game as text of a format, or one of its positions as a picture.
nlohmann::ordered_json write_game_action(JsonFields& fields, ActionRun& run,
                                         const ActionOptions& options);

// The following are long.

// Reviews a game, as isthmus analyze does.
nlohmann::ordered_json review_action(JsonFields& fields, ActionRun& run,
                                     const ActionOptions& options);
// Judges each stone that may be placed next, as isthmus openings does.
nlohmann::ordered_json openings_action(JsonFields& fields, ActionRun& run,
                                       const ActionOptions& options);
// Says who wins, for certain, as isthmus solve does.
nlohmann::ordered_json solve_action(JsonFields& fields, ActionRun& run,
                                    const ActionOptions& options);

}  // namespace isthmus
