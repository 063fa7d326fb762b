#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"
#include "tools/tournament/standings.hpp"

namespace isthmus::tournament {

// How a tournament stands, after a game.
struct ProgressReport {
  std::size_t done;
  std::size_t total;
  std::size_t engine;  // who the figures are of: the first of two, the best rated of more
  Outcomes outcomes;   // in all its games
  EloEstimate elo;     // of the first against the second; of more engines, the rating
  std::optional<double> log_likelihood_ratio;  // where there is an SPRT
  double seconds_left;                         // at the pace so far, if all games are played
};

// "7/200 games, new 4-0-3, Elo +50 ± 240, LLR 0.12 [-2.94, 2.94], 1:23 left".
std::string progress_text(const ProgressReport& report, const Spec& spec);

// One line of JSON, without its end; see tools/tournament/README.md.
std::string progress_json(const ProgressReport& report, const GameRecord& last, const Spec& spec);

// Reports how a tournament goes.
class Progress {
 public:
  //   text   on a terminal one line that is written anew, elsewhere a line for each game
  //   json   a line of JSON for each game
  //   quiet  nothing
  enum class Form : std::uint8_t { text, json, quiet };

  // Gets whole lines, or for a terminal what takes the place of its line.
  using Writer = std::function<void(std::string_view)>;

  // `done` games of `total` were played before this run. The spec must outlive the progress.
  Progress(Writer write, bool is_terminal, const Spec& spec, std::size_t done, std::size_t total,
           Form form = Form::text);
  // Ends the line of a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // To be called after each game with all that were played, the new one last; those that an earlier
  // call was given must come first, as they were. Where rounds follow from results, `remaining` is
  // how many games are known to follow by now. Throws what the writer throws.
  void show(std::span<const GameRecord> records, std::optional<std::size_t> remaining = {});

 private:
  using Clock = std::chrono::steady_clock;

  ProgressReport report(std::size_t done) const;

  Writer write_;
  const Spec& spec_;
  std::size_t done_before_;
  std::size_t total_;
  Form form_;
  bool is_terminal_;
  bool line_open_ = false;
  Standings standings_;
  std::size_t counted_ = 0;  // records that are in the standings
  Clock::time_point begin_ = Clock::now();
  Clock::time_point written_{};  // when the line of a terminal was written
};

}  // namespace isthmus::tournament
