#pragma once

#include <string>

#include "engine/game/game.hpp"
#include "engine/search/search_report.hpp"

namespace isthmus {

// A picture of an analysed position as a self-contained SVG: the board with its edges in the
// colours of those who want to join them, stones, the last move marked, empty cells coloured by
// what they are worth (see CellHeat), and the win rates of the moves visited most, in percent of
// the side to move. `report` must be of `position`, after a run. A stone that goes on `next`, if
// that is a cell, is drawn as a broken line.
std::string board_svg(const Game& game, const Position& position, const SearchReport& report,
                      Move next = Move::none());

}  // namespace isthmus
