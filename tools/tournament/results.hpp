#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/results_file.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Keeps other runs of the program out of a folder, for as long as it lives.
class FolderLock {
 public:
  // Where another run has the folder, calls `note` and waits some seconds for its end, for it may
  // have been killed just now. Throws BadInput where it goes on.
  FolderLock(const std::filesystem::path& folder,
             const std::function<void(const std::string&)>& note);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

// The folder that a tournament writes to:
//
//   results.sqlite  the spec and each game, as soon as it has ended
//   sgf/0000.sgf    each game, by its id; written before it is in the file
//   table.txt       the standings
//   logs/           what the engines wrote to stderr
//
// All functions throw std::runtime_error where the disk does not take what is written; what was
// written before stays good.
class Results {
 public:
  // Makes the folder. Where it has games already, takes them over if `resume`; else throws
  // BadInput, as it does where they are of another tournament or another run writes there; `note`
  // is called where it waits for that. The spec must outlive the results.
  Results(std::filesystem::path folder, const Spec& spec, bool resume,
          const std::function<void(const std::string&)>& note);

  // The games that were played: those taken over, then the others in the order in which they ended.
  const std::vector<GameRecord>& records() const { return records_; }

  // Adds games that have ended; of several all are written, or none.
  void add(std::vector<GameRecord> records);
  // Adds the games of another folder, or results file, of the same tournament that are not here
  // yet. Throws BadInput where it is of another tournament.
  void take(const std::filesystem::path& other);
  void write_table(std::string_view text) const;
  std::filesystem::path log_folder() const { return folder_ / "logs"; }

 private:
  std::filesystem::path folder_;
  const Spec& spec_;
  std::vector<GameRecord> records_;
  std::optional<FolderLock> lock_;
  std::optional<ResultsFile> file_;
};

}  // namespace isthmus::tournament
