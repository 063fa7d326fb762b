#pragma once

#include <string>

#include "engine/game/game.hpp"
#include "engine/search/search_report.hpp"

namespace isthmus {

// The move that was made in a position that is drawn, and what that came to.
struct MadeMove {
  Move move = Move::none();
  double win_rate = 0.5;  // of the player who made it, after it
  double loss = 0;        // against the best move
  std::string sign = {};  // "", "?!", "?" or "??"
};

// A picture of an analysed position as a self-contained SVG: the board with its edges in the
// colours of those who want to join them, coordinates on all sides, stones, the last one marked,
// cells shaded by their share of the visits, a ring around the best move, and the win rates of the
// moves visited most, in percent of the side to move. A caption shows turn, side to move, win rate
// and the move made, which is drawn as a translucent stone; a legend explains the rest. `report`
// must be of `position`; without visits there are only board and stones. Each of the
// cells `ringed` has a ring: the stones that decided a game, say.
std::string board_svg(const Game& game, const Position& position, const SearchReport& report,
                      const MadeMove& made = {}, const CellSet& ringed = {});

}  // namespace isthmus
