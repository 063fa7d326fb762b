#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/evaluator.hpp"
#include "engine/settings.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// What to play with, and where the games go.
struct SelfplayJob {
  std::vector<WeightedSize> sizes;
  EvaluatorFactory make_evaluator;
  Settings search_settings;  // for searches and evaluators; visits and the like are those below
  SelfplaySettings settings;
  std::uint32_t net = 0;         // as GameRecord has it
  std::filesystem::path folder;  // for the shards
  std::filesystem::path
      unfinished;  // a shard of games to go on with, and of those in hand at the end
};

// Plays games of Hex until as many have ended as the settings ask for, their time is up, or stop is
// requested. In the latter two cases the games in hand are kept for the next run to go on with.
// `report` gets a line now and then. Returns the totals.
nlohmann::ordered_json run_selfplay(const SelfplayJob& job, std::stop_token stop,
                                    const std::function<void(const std::string&)>& report);

}  // namespace isthmus::selfplay
