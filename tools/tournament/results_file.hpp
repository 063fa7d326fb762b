#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "tools/base/sqlite.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// The file of a tournament's folder that holds its spec and its games.
inline constexpr auto kResultsFile = "results.sqlite";

// A tournament as it is stored.
struct StoredTournament {
  Spec spec;
  std::vector<GameRecord> records;  // by their ids
};

// Reads a tournament, which may be in play: its folder, or the file itself. Throws BadInput where
// there is none, or what is there was written by something else.
StoredTournament read_tournament(const std::filesystem::path& folder_or_file);

// A file to which games are added. Each is safe on the disk once add() has returned, whatever
// happens to the program or the machine. The journal (SQLite's write-ahead log) lies beside the
// file while it is open, and is folded into it in the end. May throw sqlite::Error everywhere.
class ResultsFile {
 public:
  // Makes the file of a tournament of which nothing was played.
  static void create(const std::filesystem::path& path, const Spec& spec);
  // Opens the file of this tournament.
  ResultsFile(const std::filesystem::path& path, const Spec& spec);
  ~ResultsFile();

  // The game is on the disk when this returns. None in the file may have its id.
  void add(const GameRecord& record);
  // All or none of them, likewise, in about the time of one.
  void add_all(std::span<const GameRecord> records);

 private:
  const Game& game_;
  sqlite::Database database_;
  sqlite::Statement insert_;
};

}  // namespace isthmus::tournament
