#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings/settings.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/json_field.hpp"

namespace isthmus {

// The calls that the site PlayHex makes of its engine, as queries of ours; playhex_answers.hpp has
// the answers, and the jobs that it gives to workers. What is sent and expected is taken from the
// client, src/server/services/HexAiApiClient.ts in https://github.com/playhex/playhex, from the
// server that it was written for, src/server/api.ts and src/shared/model/ in
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

// The same request, to be answered without search.
AnalysisQuery parse_intuition_move(std::string_view body, const PlayhexOptions& options);

// The position that a request holds: {"size": 11, "color": who moves, "black": "d5 k2", "white":
// []}. Stones are a text or an array, any number of either colour. Throws QueryError.
Record read_playhex_position(const JsonField& request);

// What POST /analyze-position asks: {"color": "black", "size": 11, "black": "d5 k2", "white": ""}.
// Any number of stones may be of either colour. With "maxPlayouts" it is searched with that many
// visits. Throws QueryError.
AnalysisQuery parse_analyze_position(std::string_view body, const PlayhexOptions& options);

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

// Visits of a search in which the position alone is judged, and its policy picks the move.
inline constexpr std::int64_t kPlayhexPolicyVisits = 1;

// Who makes the move of this number, from 0.
constexpr Colour playhex_mover(std::size_t turn) {
  return turn % 2 == 0 ? Colour::black : Colour::white;
}

}  // namespace isthmus
