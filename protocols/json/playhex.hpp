#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/settings.hpp"
#include "protocols/json/analysis_query.hpp"

namespace isthmus {

// The calls that the site PlayHex makes of its engine, as queries and answers of ours. What is sent
// and expected is taken from the client, src/server/services/HexAiApiClient.ts in
// https://github.com/playhex/playhex, and from the server that it was written for,
// src/server/api.ts and src/shared/model/ in https://github.com/playhex/hex-ai-distributed.
//
// Moves are as in HexWorld: `a1` is the top left, Black begins and joins top to bottom, swap-pieces
// mirrors the first stone. `pass` is allowed, at most twice on end; Hex itself knows none, so that
// the game goes on as another from the position after it.

struct PlayhexOptions {
  Settings settings = {};            // of all searches
  std::int64_t review_visits = 100;  // for each position of a game that is analysed
};

// What POST /calculate-move asks: {"game": {"size", "movesHistory", "currentPlayer", "swapRule"},
// "ai": {"engine", "maxGames" or "treeSearch"}}. Whatever the engine's name, we play; maxGames
// becomes visits, treeSearch false means judgement without search, and otherwise the settings hold.
// Throws QueryError.
AnalysisQuery parse_calculate_move(std::string_view body, const PlayhexOptions& options);

// The response, from the answer to that query: the bare text of a move, as in f6 or swap-pieces.
// Throws std::runtime_error where the answer holds none.
std::string calculated_move(const std::string& answer);

// What POST /analyze-position asks: {"color": "black", "size": 11, "black": "d5 k2", "white": ""}.
// Any number of stones may be of either colour. Throws QueryError.
AnalysisQuery parse_analyze_position(std::string_view body, const PlayhexOptions& options);

// The response: {"whiteWin", "policy"}, judged without search. The policy is an array of rows, 0
// where there is a stone. Throws std::runtime_error where the answer holds none.
std::string analyzed_position(const AnalysisQuery& query, const std::string& answer);

// What POST /analyze-game asks: {"size": 14, "movesHistory": "h12 swap-pieces d11"}.
struct PlayhexGame {
  std::vector<std::string> moves;
  // All positions, those before the first pass, those from there to the second, and so on. The id
  // of a query is the number of moves before its first position.
  std::vector<AnalysisQuery> queries;
};

// Throws QueryError.
PlayhexGame parse_analyze_game(std::string_view body, const PlayhexOptions& options);

// The response, from the final answers in any order: an array with an element for each move,
//   {"moveIndex": 6, "color": "black", "whiteWin": 0.41, "move": M, "bestMoves": [M, …]}
// where M is {"move": "c10", "value": 0.75, "whiteWin": 0.34}: `value` is its share of the policy,
// and the outer `whiteWin` White's probability before the move, that of M after it. The up to four
// best moves are in the order of the search. It is null for a position that has not been searched.
std::string analyzed_game(const PlayhexGame& game, const std::vector<std::string>& answers);

}  // namespace isthmus
