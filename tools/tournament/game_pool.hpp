#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>

#include "tools/tournament/game_record.hpp"
#include "tools/tournament/scheduled_game.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Jobs that play at the same time, each in a thread of its own: they take games until there are no
// more, one of them fails, or a stop is requested.
class GamePool {
 public:
  // The spec and the folder must outlive the pool.
  GamePool(const Spec& spec, const std::filesystem::path& log_folder)
      : spec_(spec), log_folder_(log_folder) {}
  virtual ~GamePool() = default;
  GamePool(const GamePool&) = delete;
  GamePool& operator=(const GamePool&) = delete;

  // Plays one of the jobs in the thread that calls. Returns when all have ended; throws what the
  // first that failed has thrown.
  void run(int jobs, const std::stop_token& stop);

 protected:
  const Spec& spec() const { return spec_; }

 private:
  // Called by several threads at once. Waits for a game; nothing where there will be no more.
  // Throws Stopped once the jobs are `ending`.
  virtual std::optional<ScheduledGame> take(const std::stop_token& ending) = 0;
  virtual void hand_in(GameRecord record) = 0;

  void work(int number, const std::stop_token& ending);

  const Spec& spec_;
  const std::filesystem::path& log_folder_;
};

}  // namespace isthmus::tournament
