#pragma once

#include <string>

#include "engine/game/game.hpp"
#include "engine/search/search_report.hpp"

namespace isthmus {

struct AnalysisTextOptions {
  bool colour = false;         // backgrounds by escape sequences (256 colours) for a terminal
  bool ownership = false;      // a second board: how often each cell ends Black's, in percent
  std::size_t best_moves = 8;  // lines of the table
  std::size_t variation = 10;  // moves shown of a variation
};

// Draws an analysed position for people: the board, each empty cell with its value in percent of
// games (how much better off either side is with the cell than without it), or its share of the
// policy from evaluators without such values, also as background; then the win rate and a table of
// the best moves with visits and principal variation. Colours aside, the text is the same with and
// without them. The report must be one of the position.
std::string analysis_text(const Game& game, const Position& position, const SearchReport& report,
                          const AnalysisTextOptions& options = {});

}  // namespace isthmus
