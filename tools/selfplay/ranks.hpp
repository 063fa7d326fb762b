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

// Rank 0: hands out as many games of each size as there are, and those of lost ranks again. `note`
// is told of those. Returns the totals of all, of which `report` gets those so far every so many
// seconds. Once stop is requested there are no more. Throws std::runtime_error where all ranks are
// lost before the end.
nlohmann::ordered_json lead_selfplay(mpi::Ranks& ranks, std::vector<std::int64_t> games,
                                     double patience, std::stop_token stop, double report_every,
                                     const ReportTotals& report,
                                     const std::function<void(const std::string&)>& note);

// Any other rank: plays what it is given. Games in hand at the end are kept apart from those of
// other ranks, in unfinished-K.shard. Throws mpi::LostRank where rank 0 is lost; the games in hand
// have been played by then.
void play_selfplay(mpi::Ranks& ranks, SelfplayJob job, double patience, std::stop_token stop);

// Where a rank keeps games in hand, and which files of earlier runs it is to go on with besides:
// each that there is belongs to one rank. One process alone (rank 0 of 1) goes on with all.
struct UnfinishedFiles {
  std::filesystem::path own;
  std::vector<std::filesystem::path> of_others;
};
UnfinishedFiles unfinished_files(const std::filesystem::path& unfinished, int rank, int ranks);

}  // namespace isthmus::selfplay
