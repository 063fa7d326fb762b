#pragma once

#include <string>
#include <vector>

#include "protocols/json/analysis_query.hpp"
#include "protocols/json/playhex_requests.hpp"

namespace isthmus {

// What PlayHex is answered, from the answers to the queries of playhex_requests.hpp.

// That to POST /calculate-move: the bare text of a move, as in f6 or swap-pieces.
// Throws std::runtime_error where the answer holds none.
std::string calculated_move(const std::string& answer);

// That to POST /analyze-position: {"whiteWin", "policy"}, judged without search, or else by what
// the search came to; then the policy is each cell's share of the visits. It is an array of rows, 0
// where there is a stone. Throws std::runtime_error where the answer holds none.
std::string analyzed_position(const AnalysisQuery& query, const std::string& answer);

// That to POST /analyze-game, from the final answers in any order: an array with an element for
// each move,
//   {"moveIndex": 6, "color": "black", "whiteWin": 0.41, "move": M, "bestMoves": [M, …]}
// where M is {"move": "c10", "value": 0.75, "whiteWin": 0.34}: `value` is its share of the policy,
// and the outer `whiteWin` White's probability before the move, that of M after it. The up to four
// best moves are in the order of the search. It is null for a position that has not been searched.
// Throws std::runtime_error where none has: such a response would be kept for the game's analysis.
std::string analyzed_game(const PlayhexGame& game, const std::vector<std::string>& answers);

// The same for the job about a game: without an element for a swap, which PlayHex does not ask for.
// Throws std::runtime_error where any other has not been searched.
std::string analyzed_game_for_job(const PlayhexGame& game, const std::vector<std::string>& answers);

// The one element about the move of parse_analyze_move(). Throws std::runtime_error where its
// position has not been searched.
std::string analyzed_move(const PlayhexGame& game, const std::vector<std::string>& answers);

}  // namespace isthmus
