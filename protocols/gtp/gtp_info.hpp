#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/search/search_report.hpp"

namespace isthmus {

// What a line of analysis is to hold, besides the moves.
struct InfoOptions {
  bool in_units = false;      // numbers as Leela Zero has them: of 10,000, whole
  std::size_t min_moves = 0;  // even of moves that were not visited
  std::size_t max_moves = static_cast<std::size_t>(-1);
  bool root = false;
  bool ownership = false;
  bool moves_ownership = false;
  bool variation_visits = false;
};

// The report's moves that a line shows, in their order there.
std::vector<const MoveReport*> shown_moves(const SearchReport& report, const InfoOptions& options);

// A line of analysis as KataGo and Leela Zero write it
// (https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md):
//
//   info move f6 visits 12 winrate 0.52 prior 0.1 lcb 0.4 order 0 pv f6 g5 info move ...
//
// followed by "rootInfo ..." and "ownership ..." as asked for. Probabilities are those of the side
// to move. Ownership is by cell, row by row, from -1, the opponent's, to 1; 0 where there is no
// cell. `after` holds the evaluations after the shown moves where moves_ownership is asked for;
// those of moves that end the game are empty.
std::string info_line(const Game& game, const SearchReport& report, const InfoOptions& options,
                      const std::vector<Evaluation>& after = {});

}  // namespace isthmus
