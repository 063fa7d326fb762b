#include "tools/tournament/job.hpp"

#include <string>

#include "tools/tournament/cores.hpp"
#include "tools/tournament/referee.hpp"

namespace isthmus::tournament {

std::filesystem::path log_file(const std::filesystem::path& folder, int engine, int job) {
  return folder /
         ("engine-" + std::to_string(engine + 1) + "-job-" + std::to_string(job + 1) + ".log");
}

Job::Job(const Spec& spec, std::filesystem::path log_folder, int number, std::stop_token stop)
    : spec_(spec), log_folder_(std::move(log_folder)), number_(number), stop_(std::move(stop)) {}

GameRecord Job::play(const ScheduledGame& game) {
  keep_only(game.black, game.white);
  return referee_game(spec_, game, {&engine(game.black), &engine(game.white)});
}

void Job::quit() {
  for (auto& [index, engine] : engines_) engine.quit();
}

Engine& Job::engine(int index) {
  const EngineSpec& spec = spec_.engines[static_cast<std::size_t>(index)];
  return engines_
      .try_emplace(index, spec, log_file(log_folder_, index, number_), stop_,
                   cores_of_job(spec_, number_))
      .first->second;
}

// Ends the engines of the pairing before.
void Job::keep_only(int first, int second) {
  for (auto entry = engines_.begin(); entry != engines_.end();) {
    if (entry->first == first || entry->first == second) {
      ++entry;
    } else {
      entry->second.quit();
      entry = engines_.erase(entry);
    }
  }
}

}  // namespace isthmus::tournament
