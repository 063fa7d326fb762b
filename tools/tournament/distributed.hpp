#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "tools/mpi/ranks.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Rank 0: has the other ranks play what the scheduler gives, hands each game to `finished` as it
// ends, and returns when all ranks have left or are lost. The games of lost ranks are given again;
// `note` is called with those. Once stop is requested no more games are begun. What `finished`
// throws ends the run and is thrown on.
void lead_games(mpi::Ranks& ranks, const Spec& spec, Scheduler& scheduler, double timeout,
                std::stop_token stop, const std::function<void(GameRecord)>& finished,
                const std::function<void(const std::string&)>& note);

// Any other rank: gets the spec from rank 0, checks that the engines work here, and plays the games
// that it is given, as many at a time as `jobs_of` says for this machine. Where stop is requested
// unfinished games are dropped. Throws what check_engines() does, and mpi::LostRank.
void play_games_of(mpi::Ranks& ranks, const std::filesystem::path& log_folder, double timeout,
                   std::stop_token stop, const std::function<int(const Spec&)>& jobs_of);

}  // namespace isthmus::tournament
