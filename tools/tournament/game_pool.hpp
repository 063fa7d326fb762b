#pragma once

#include <filesystem>
#include <functional>
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
  GamePool(const Spec& spec, const std::filesystem::path& log_folder, std::stop_token stop);
  virtual ~GamePool() = default;
  GamePool(const GamePool&) = delete;
  GamePool& operator=(const GamePool&) = delete;

  // Plays one of the jobs in the thread that calls. Returns when all have ended; throws what the
  // first that failed has thrown.
  void run(int jobs);

 protected:
  const Spec& spec() const { return spec_; }
  bool is_ending() const { return ending_.stop_requested(); }
  std::stop_token ending() const { return ending_.get_token(); }

 private:
  // Called by several threads at once. Waits for a game; nothing where there will be no more.
  // Throws Stopped when the pool is ending.
  virtual std::optional<ScheduledGame> take() = 0;
  virtual void hand_in(GameRecord record) = 0;

  void work(int number);

  const Spec& spec_;
  const std::filesystem::path& log_folder_;
  std::stop_source ending_;
  std::stop_callback<std::function<void()>> forward_;  // from the caller's stop to `ending_`
};

}  // namespace isthmus::tournament
