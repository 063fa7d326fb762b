#pragma once

#include <iosfwd>

#include "tools/tournament/results_file.hpp"

namespace isthmus::tournament {

// All games of a tournament, one after the other, as other programs want them.

// Lines of JSON, as to_line() has them.
void write_json_lines(std::ostream& stream, const StoredTournament& tournament);

// Comma-separated values (RFC 4180, but for lines that end as those of Unix do), a head and a line
// a game; moves with spaces between them.
void write_csv(std::ostream& stream, const StoredTournament& tournament);

// A collection of SGF.
void write_sgf_collection(std::ostream& stream, const StoredTournament& tournament);

}  // namespace isthmus::tournament
