#include "tools/tournament/runner.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "tools/base/bad_input.hpp"
#include "tools/tournament/engine.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/game_pool.hpp"
#include "tools/tournament/job.hpp"

namespace isthmus::tournament {

namespace {

// Jobs that take their games from a scheduler.
class Pool : public GamePool {
 public:
  Pool(const Spec& spec, Scheduler& scheduler, const std::filesystem::path& log_folder,
       const std::function<void(GameRecord)>& finished)
      : GamePool(spec, log_folder), scheduler_(scheduler), finished_(finished) {}

 private:
  std::optional<ScheduledGame> take(const std::stop_token& ending) override {
    std::unique_lock lock(mutex_);
    const auto game = wait_for_game(scheduler_, lock, changed_, ending);
    if (ending.stop_requested()) throw Stopped();
    return game;
  }

  void hand_in(GameRecord record) override {
    const std::lock_guard lock(mutex_);
    if (has_failed_) throw Stopped();  // it may be that nothing can be written any more
    has_failed_ = true;                // unless what follows is done
    scheduler_.finished(record);
    finished_(std::move(record));
    has_failed_ = false;
    changed_.notify_all();
  }

  Scheduler& scheduler_;
  const std::function<void(GameRecord)>& finished_;
  std::mutex mutex_;  // of the scheduler, and what follows
  std::condition_variable_any changed_;
  bool has_failed_ = false;
};

// Sends an engine the first opening of the tournament, and goes on until both colours have moved.
void show_moves(const Spec& spec, Engine& engine) {
  Position position = spec.game->start();
  const auto show = [&](Move move) {
    const Colour colour = position.to_move;
    spec.game->play(position, move);
    engine.play(colour, spec.game->name(move));
  };
  const Opening opening = spec.openings.empty() ? Opening{} : spec.openings.front();
  for (Move move : opening) show(move);
  for (std::size_t shown = opening.size(); shown < 2 && position.result == Result::ongoing; ++shown)
    show(spec.game->legal_moves(position).front());
}

}  // namespace

void check_engines(const Spec& spec, const std::filesystem::path& log_folder,
                   std::stop_token stop) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    Engine engine(spec.engines[i], log_file(log_folder, static_cast<int>(i), 0), stop);
    try {
      engine.begin(*spec.game, {.time = spec.time_of(i),
                                .ponder = spec.ponder,
                                .evaluate = spec.adjudication.resign_below > 0});
      show_moves(spec, engine);
    } catch (const EngineFault& fault) {
      throw BadInput("/engines/" + std::to_string(i) + ": engine '" + spec.engines[i].name +
                     "' is not fit to play (" + std::string(name(fault.reason())) + "): " +
                     fault.what() + "; try its command by hand: " + command_of(spec.engines[i]));
    }
    engine.quit();
  }
}

void play_games(const Spec& spec, Scheduler& scheduler, int jobs,
                const std::filesystem::path& log_folder, const std::stop_token& stop,
                const std::function<void(GameRecord)>& finished) {
  Pool(spec, scheduler, log_folder, finished).run(jobs, stop);
}

}  // namespace isthmus::tournament
