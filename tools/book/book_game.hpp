#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::book {

// A search of a position: its visits, and the probability of the side to move to win.
struct Searched {
  std::int64_t visits = 0;
  double value = 0;
};

// A game from the empty board as a book takes it in: what the records of self-play and of
// tournaments have in common, with the result in colours, and searches where there were any.
struct BookGame {
  std::vector<Move> moves;
  std::vector<Searched> searches{};  // by move: that of the position before it; none is needed
  Result result = Result::ongoing;   // in the colours of the last position; ongoing: not known
  std::uint64_t digest = 0;          // identifies the game
};

// Searches count by the visits that were recorded: those of full searches.
BookGame book_game(const selfplay::GameRecord& record);

// A game that was lost by a fault of the engine (a crash, the clock) or ended by the limit on moves
// has no result here: it says nothing about the moves.
BookGame book_game(const tournament::GameRecord& record, const tournament::Spec& spec);

}  // namespace isthmus::book
