#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/ratings/bradley_terry.hpp"
#include "tools/tournament/results_file.hpp"

namespace isthmus::tournament {

// A game that a report shows the board of.
struct ChosenGame {
  std::size_t record;  // index
  std::string why;     // "the longest game"
};

// At most `count` games to show, each once: the longest, the shortest and the last, then in turns
// those lost by a fault and those that the ratings did not expect, the least likely first.
std::vector<ChosenGame> choose_games(const StoredTournament& tournament, const Ratings& ratings,
                                     std::size_t count);

// The last position as SVG, with a caption, as HTML.
std::string board_figure(const StoredTournament& tournament, const ChosenGame& chosen);

}  // namespace isthmus::tournament
