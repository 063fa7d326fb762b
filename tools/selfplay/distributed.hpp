#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/mpi/ranks.hpp"
#include "tools/selfplay/selfplay.hpp"

namespace isthmus::selfplay {

// Self-play by many ranks: the games are those that one process would play. Each rank writes shards
// of its own; all are in one folder.

// Rank 0: hands out as many games of each size as there are, numbered from `first` on, and in place
// of those that lost ranks were playing as many others: theirs may have been written. `note` is
// called for each lost rank. Returns the totals of all, of which `report` gets those so far every
// few seconds. Once stop is requested there are no more. Throws std::runtime_error where all ranks
// are lost before the end.
nlohmann::ordered_json lead_selfplay(mpi::Ranks& ranks, std::vector<std::int64_t> games,
                                     std::int64_t first, double timeout, std::stop_token stop,
                                     double report_every, const ReportTotals& report,
                                     const std::function<void(const std::string&)>& note);

// Any other rank: plays what it is given, and first its share of the unfinished games. Throws
// mpi::LostRank where rank 0 is lost; its games under way have been played by then.
void play_selfplay(mpi::Ranks& ranks, SelfplayJob job, double timeout, std::stop_token stop);

}  // namespace isthmus::selfplay
