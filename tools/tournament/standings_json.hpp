#pragma once

#include <span>

#include <nlohmann/json_fwd.hpp>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// What the table says, and more; see tools/tournament/README.md. Names of engines may hold what is
// no UTF-8.
nlohmann::ordered_json standings_json(const Spec& spec, std::span<const GameRecord> records);

}  // namespace isthmus::tournament
