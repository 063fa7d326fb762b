#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/schedule.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Says what is to be played next: whoever plays takes games from it and tells how they ended. It
// does no locking.
class Scheduler {
 public:
  // The spec must outlive the scheduler.
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

  // Whether all games were played that there are to be. Some may still be in play.
  bool is_done() const { return remaining() == 0; }
  // How many games of those that are known have not ended yet.
  std::size_t remaining() const { return remaining_; }

 private:
  void cross_off(int id);

  std::vector<ScheduledGame> schedule_;
  std::vector<bool> is_over_;  // by id; true also for those left out
  std::size_t remaining_;
  std::size_t next_ = 0;            // the first of the schedule that was not given yet
  std::deque<ScheduledGame> lost_;  // to be given again, before that
};

}  // namespace isthmus::tournament
