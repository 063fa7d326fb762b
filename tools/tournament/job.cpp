#include "tools/tournament/job.hpp"

#include <chrono>
#include <string>

#include "tools/tournament/cores.hpp"
#include "tools/tournament/match.hpp"

namespace isthmus::tournament {

std::filesystem::path log_file(const std::filesystem::path& folder, int engine, int job) {
  return folder /
         ("engine-" + std::to_string(engine + 1) + "-job-" + std::to_string(job + 1) + ".log");
}

Job::Job(const Spec& spec, std::filesystem::path log_folder, int number, std::stop_token stop)
    : spec_(spec), log_folder_(std::move(log_folder)), number_(number), stop_(std::move(stop)) {}

GameRecord Job::play(const ScheduledGame& game) {
  const auto begin = std::chrono::steady_clock::now();
  keep_only(game.black, game.white);
  const MatchRules rules{.time = {spec_.time_of(static_cast<std::size_t>(game.black)),
                                  spec_.time_of(static_cast<std::size_t>(game.white))},
                         .ponder = spec_.ponder,
                         .adjudication = spec_.adjudication};
  MatchResult result = play_match(*spec_.game, spec_.openings[game.opening], rules,
                                  {&engine(game.black), &engine(game.white)});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  GameRecord record{.game = game,
                    .winner = std::nullopt,
                    .reason = result.reason,
                    .detail = std::move(result.detail),
                    .moves = std::move(result.moves),
                    .milliseconds = std::move(result.milliseconds),
                    .overhead = result.overhead,
                    .seconds = elapsed.count()};
  if (result.winner) record.winner = *result.winner == 0 ? game.black : game.white;
  return record;
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
