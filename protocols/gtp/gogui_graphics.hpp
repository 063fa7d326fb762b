#pragma once

#include <string>
#include <string_view>

#include "engine/game/game.hpp"
#include "engine/search/search_report.hpp"
#include "protocols/drawing/cell_heat.hpp"
#include "protocols/gtp/gtp_engine.hpp"

namespace isthmus {

// Analysis as HexGui draws it on its board, in the words of GoGui's graphics
// (https://www.kayufu.com/gogui/analyze.html): VAR moves, INFLUENCE numbers, LABEL texts, TEXT a
// status line.

// How a search goes on, for HexGui to draw before the answer comes: a block that begins with
// "gogui-gfx:" and ends in an empty line. It holds the variation, and of up to twelve moves, those
// with 1% of the visits or more, the win rate (W or L where it is proven) and the visits (14k).
// Empty where nothing can be drawn yet: HexGui needs a variation that begins with a stone.
std::string live_graphics(const Game& game, const SearchReport& report);

// A block that has HexGui clear its board of marks and show a message of one line below.
std::string message_graphics(std::string_view message);

// Whether the value of a cell is to be shown: 1% or more, or as much as any cell.
bool is_value_shown(const CellHeat& heat, Cell cell);

// The answer of a command of type gfx: by cell its value to either side, or its policy from an
// evaluator without such values, where that is to be shown; as colours up to 1, the greatest, and
// as labels in percent. The labels come first, as HexGui takes all between INFLUENCE and TEXT for
// numbers.
std::string cell_value_graphics(const Game& game, const SearchReport& report);

// One line for people: the visits, the win rate and the variation.
std::string summary_text(const Game& game, const SearchReport& report);

// Draws the engine's searches ahead of the answer, where it is to.
GtpWatch drawing_watch(const GtpEngine& engine);

}  // namespace isthmus
