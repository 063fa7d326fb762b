#pragma once

#include <iosfwd>
#include <string>

#include "tools/tournament/results_file.hpp"

namespace isthmus::tournament {

// A page about a tournament that needs nothing but itself: standings, curves over the games, how
// games were lost, times, and the boards of at most `boards` games. What engines said of themselves
// is escaped. `format` is what format_text() has to say.
void write_report(std::ostream& stream, const StoredTournament& tournament,
                  const std::string& format, int boards);

}  // namespace isthmus::tournament
