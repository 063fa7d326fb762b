#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <span>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Tells how a tournament goes: on a terminal by one line that is written anew, elsewhere by a line
// for each game.
class Progress {
 public:
  // `done` games of `total` were played before this run. The spec must outlive the progress.
  Progress(std::FILE* stream, const Spec& spec, std::size_t done, std::size_t total);
  // Ends the line of a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // To be called after each game with all that were played.
  void show(std::span<const GameRecord> records);

 private:
  std::FILE* stream_;
  bool is_terminal_;
  bool line_open_ = false;
  const Spec& spec_;
  std::size_t done_before_;
  std::size_t total_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace isthmus::tournament
