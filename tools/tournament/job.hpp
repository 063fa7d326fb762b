#pragma once

#include <filesystem>
#include <map>
#include <stop_token>

#include "tools/tournament/engine.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduled_game.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Where an engine of one of the jobs, both by their numbers from 0, writes its errors.
std::filesystem::path log_file(const std::filesystem::path& folder, int engine, int job);

// Plays one game after the other on engines of its own, which it keeps while they play.
class Job {
 public:
  // The spec must outlive the job.
  Job(const Spec& spec, std::filesystem::path log_folder, int number, std::stop_token stop);

  // Throws Stopped.
  GameRecord play(const ScheduledGame& game);
  // Lets the engines end by themselves, if they do so soon.
  void quit();

 private:
  Engine& engine(int index);
  void keep_only(int first, int second);

  const Spec& spec_;
  std::filesystem::path log_folder_;
  int number_;
  std::stop_token stop_;
  std::map<int, Engine> engines_;  // by index
};

}  // namespace isthmus::tournament
