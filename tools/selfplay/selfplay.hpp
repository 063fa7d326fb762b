#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/settings/settings.hpp"
#include "games/list.hpp"
#include "gpu/net/net_precision.hpp"
#include "tools/selfplay/game_numbers.hpp"
#include "tools/selfplay/player.hpp"
#include "tools/selfplay/settings.hpp"

namespace isthmus::selfplay {

// What to play with, and where the games go.
struct SelfplayJob {
  std::string game{kDefaultGame};
  std::vector<WeightedSize> sizes;
  Player player;             // of the games up to the first of newer_player
  Settings search_settings;  // for searches and evaluators; visits and the like are those below
  SelfplaySettings settings;
  // If given it is asked first and then about once a second, by one thread, for another player: of
  // the games that begin from then on; those under way go on with the player that began them.
  std::function<std::optional<Player>()> newer_player;
  // The GPUs in whose memory the searches' trees lie (gpu/tree/); none: they are on the host, as
  // where no net judges the first games.
  std::vector<int> tree_devices;
  NetPrecision tree_precision = NetPrecision::bits16;  // of their nets
  std::filesystem::path folder;                        // for the shards
  // Games to go on with, and those unfinished at the end: see unfinished.hpp.
  std::filesystem::path unfinished;
  int rank = 0;
  int ranks = 1;
  // Called with a line for the user: what was lost of those, or is to be said of players.
  std::function<void(const std::string&)> note;
};

using ReportTotals = std::function<void(const nlohmann::ordered_json&)>;

// Why the games of a job cannot be played by trees on GPUs, in words to end a sentence; empty where
// they can.
std::string tree_obstacle(const SelfplayJob& job);

// Plays the games that are handed out, until there are no more, their time is up, or stop is
// requested. In the latter two cases, and where something fails, unfinished games are kept for
// another run to go on with. `report` gets the totals so far now and then. Returns the totals.
nlohmann::ordered_json run_selfplay(const SelfplayJob& job, GameNumbers& numbers,
                                    const std::stop_token& stop, const ReportTotals& report);

}  // namespace isthmus::selfplay
