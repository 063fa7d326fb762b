#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/schedule.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// The folder that a tournament writes to:
//
//   games.jsonl     a line of JSON for each game, as soon as it has ended
//   sgf/0000.sgf    each game, by its id; written before its line
//   table.txt       the standings
//   logs/           what the engines wrote to stderr
//
// All functions throw std::runtime_error where the disk does not take what is written; what was
// written before stays good.
class Results {
 public:
  // Makes the folder. Where it has games already, takes them over if `resume`, dropping a last
  // line that was only half written; else throws BadInput, as it does for lines that do not
  // belong to this tournament. The spec must outlive the results.
  Results(std::filesystem::path folder, const Spec& spec, std::vector<ScheduledGame> schedule,
          bool resume);

  // The games that were played, in the order in which they ended.
  const std::vector<GameRecord>& records() const { return records_; }
  // Those of the schedule that were not played yet.
  std::vector<ScheduledGame> remaining() const;

  void add(GameRecord record);
  void write_table(std::string_view text) const;
  std::filesystem::path log_folder() const { return folder_ / "logs"; }

 private:
  void take_over(const std::filesystem::path& file);

  std::filesystem::path folder_;
  const Spec& spec_;
  std::vector<ScheduledGame> schedule_;
  std::vector<GameRecord> records_;
  std::vector<bool> played_;  // by id
  std::ofstream lines_;
};

}  // namespace isthmus::tournament
