#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/settings.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// The calls that the site PlayHex makes of its engine, as queries and answers of ours, and the jobs
// that it gives to workers. What is sent and expected is taken from the client,
// src/server/services/HexAiApiClient.ts in https://github.com/playhex/playhex, from the server that
// it was written for, src/server/api.ts and src/shared/model/ in
// https://github.com/playhex/hex-ai-distributed, and of jobs from src/shared/protocol.ts there.
//
// Moves are as in HexWorld: `a1` is the top left, Black begins and joins top to bottom, swap-pieces
// mirrors the first stone. `pass` is allowed, at most twice on end.

struct PlayhexOptions {
  Settings settings = {};            // of all searches
  std::int64_t review_visits = 100;  // for each position of a game that is analysed
  double move_seconds = 3;           // for a move, where neither request nor settings set a limit
};

// What POST /calculate-move asks: {"game": {"size", "movesHistory", "currentPlayer", "swapRule"},
// "ai": {"engine", "maxGames", "treeSearch" or "level"}}, or without "ai" but with "maxGames" or
// "maxPlayouts" beside "game", as jobs have it. Whatever the engine's name, we play; these numbers
// become visits, treeSearch false means judgement without search, level is one of ours
// (engine/search/level.hpp), and otherwise the settings hold, or `move_seconds`. Throws QueryError.
AnalysisQuery parse_calculate_move(std::string_view body, const PlayhexOptions& options);

// The response, from the answer to that query: the bare text of a move, as in f6 or swap-pieces.
// Throws std::runtime_error where the answer holds none.
std::string calculated_move(const std::string& answer);

// The same request, to be answered without search.
AnalysisQuery parse_intuition_move(std::string_view body, const PlayhexOptions& options);

// The position that a request holds: {"size": 11, "color": who moves, "black": "d5 k2", "white":
// []}. Stones are a text or an array, any number of either colour. Throws QueryError.
Record read_playhex_position(const JsonField& request);

// What POST /analyze-position asks: {"color": "black", "size": 11, "black": "d5 k2", "white": ""}.
// Any number of stones may be of either colour. With "maxPlayouts" it is searched with so many
// visits. Throws QueryError.
AnalysisQuery parse_analyze_position(std::string_view body, const PlayhexOptions& options);

// The response: {"whiteWin", "policy"}, judged without search, or else by what the search came to;
// then the policy is each cell's share of the visits. It is an array of rows, 0 where there is a
// stone. Throws std::runtime_error where the answer holds none.
std::string analyzed_position(const AnalysisQuery& query, const std::string& answer);

// A game, or moves of it, that PlayHex wants to have judged.
struct PlayhexGame {
  std::vector<std::string> moves;
  AnalysisQuery query;  // about the positions before and after these moves, passes counted
};

// What POST /analyze-game asks: {"size": 14, "movesHistory": "h12 swap-pieces d11"}. Throws
// QueryError.
PlayhexGame parse_analyze_game(std::string_view body, const PlayhexOptions& options);

// What the job about one move asks: {"size", "movesHistory": the moves before it, "move",
// "moveIndex", "color", "maxPlayouts"}. Throws QueryError.
PlayhexGame parse_analyze_move(std::string_view body, const PlayhexOptions& options);

// The response, from the final answers in any order: an array with an element for each move,
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
