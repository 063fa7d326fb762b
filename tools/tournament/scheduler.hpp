#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "tools/ratings/outcomes.hpp"
#include "tools/tournament/formats.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduled_game.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Says what is to be played next: players take games from it and report how they ended. It
// does no locking.
//
// What it gives depends on the spec and on results alone, not on their order. A sequential test
// goes by the pairs in the order of their numbers, as far as all before them have ended.
class Scheduler {
 public:
  // The spec, whose openings must be made, must outlive the scheduler.
  explicit Scheduler(const Spec& spec);

  // Takes over games of an earlier run. To be called before the first next(). Throws BadInput
  // where one of them is not as this tournament has it.
  void resume(const std::vector<GameRecord>& records);

  // Leaves out all games but those of every `count`-th pair from the one numbered `first`.
  void keep_part(int first, int count);

  // A game to play now; nothing where there is none before others have ended, or at all.
  std::optional<ScheduledGame> next();
  // A game that next() gave has ended.
  void finished(const GameRecord& record);
  // A game that next() gave will not be finished, and is to be given again.
  void lost(const ScheduledGame& game);

  // Whether there is nothing more to play. Games that do not count any more may still be in play.
  bool is_done() const { return remaining_ == 0 || is_decided_; }
  // How many games of those that are known have not ended yet. In formats with rounds more may
  // follow.
  std::size_t remaining() const { return is_decided_ ? 0 : remaining_; }
  // Whether the sequential test of the spec has ended.
  bool is_decided() const { return is_decided_; }

  // Who has met whom so far, with their points.
  const std::vector<Pairing>& pairings() const { return pairings_; }

 private:
  void begin_stages();
  void cross_off(int id);
  void count_points(const GameRecord& record);
  void test(const GameRecord& record);

  const Spec& spec_;
  std::vector<Pairing> pairings_;
  std::vector<ScheduledGame> schedule_;
  std::vector<std::size_t> pairing_of_;  // by id
  std::vector<bool> is_over_;            // by id; true also for those left out
  std::size_t remaining_ = 0;
  std::size_t next_ = 0;            // the first of the schedule that was not given yet
  std::deque<ScheduledGame> lost_;  // to be given again, before that

  std::vector<std::vector<double>> scores_;  // of the first engine, by pair
  std::size_t pairs_tested_ = 0;
  Outcomes tested_;
  bool is_decided_ = false;
};

// For threads that take games from one scheduler: waits for a game to play now; nothing where there
// will be no more, or none before stop is requested. `lock` is that of the scheduler's mutex, and
// `changed` is to be notified after each finished().
std::optional<ScheduledGame> wait_for_game(Scheduler& scheduler, std::unique_lock<std::mutex>& lock,
                                           std::condition_variable_any& changed,
                                           const std::stop_token& stop);

}  // namespace isthmus::tournament
