#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// The game as a query for analysis, one line of JSON without its end: see
// protocols/json/README.md.
std::string write_query(const GameFile& file);

}  // namespace isthmus
