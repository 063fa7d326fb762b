#include "tools/tournament/runner.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/bad_input.hpp"
#include "tools/tournament/engine.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/job.hpp"

namespace isthmus::tournament {

namespace {

// What the threads that play share: games to take, and the first failure of any.
class Pool {
 public:
  Pool(const Spec& spec, Scheduler& scheduler, const std::filesystem::path& log_folder,
       std::stop_token stop, const std::function<void(GameRecord)>& finished)
      : spec_(spec),
        scheduler_(scheduler),
        log_folder_(log_folder),
        finished_(finished),
        forward_(stop, [this] { end(); }) {}

  void run(int jobs) {
    {
      std::vector<std::jthread> threads;
      for (int number = 0; number < jobs; ++number) {
        threads.emplace_back([this, number] { work(number); });
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work(int number) {
    try {
      Job job(spec_, log_folder_, number, ending_.get_token());
      while (const auto game = take()) hand_in(job.play(*game));
      job.quit();
    } catch (const Stopped&) {
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      end();
    }
  }

  // Waits for a game; nothing where there will be no more.
  std::optional<ScheduledGame> take() {
    std::unique_lock lock(mutex_);
    std::optional<ScheduledGame> game;
    changed_.wait(lock, ending_.get_token(),
                  [&] { return (game = scheduler_.next()) || scheduler_.is_done(); });
    if (ending_.stop_requested()) throw Stopped();
    return game;
  }

  void hand_in(GameRecord record) {
    const std::lock_guard lock(mutex_);
    if (failure_) throw Stopped();  // it may be that nothing can be written any more
    scheduler_.finished(record);
    finished_(std::move(record));
    changed_.notify_all();
  }

  void end() { ending_.request_stop(); }

  const Spec& spec_;
  Scheduler& scheduler_;
  const std::filesystem::path& log_folder_;
  const std::function<void(GameRecord)>& finished_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::exception_ptr failure_;
  std::stop_source ending_;
  std::stop_callback<std::function<void()>> forward_;  // from the caller's stop to `ending_`
};

}  // namespace

void check_engines(const Spec& spec, const std::filesystem::path& log_folder,
                   std::stop_token stop) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    Engine engine(spec.engines[i], log_file(log_folder, static_cast<int>(i), 0), stop);
    try {
      engine.begin(*spec.game, {.time = spec.time_of(i),
                                .ponder = spec.ponder,
                                .evaluate = spec.adjudication.resign_below > 0});
    } catch (const EngineFault& fault) {
      throw BadInput("/engines/" + std::to_string(i) + ": engine '" + spec.engines[i].name +
                     "' is not fit to play (" + std::string(name(fault.reason())) + "): " +
                     fault.what() + "; try its command by hand: " + spec.engines[i].command);
    }
    engine.quit();
  }
}

void play_games(const Spec& spec, Scheduler& scheduler, int jobs,
                const std::filesystem::path& log_folder, std::stop_token stop,
                const std::function<void(GameRecord)>& finished) {
  Pool(spec, scheduler, log_folder, std::move(stop), finished).run(jobs);
}

}  // namespace isthmus::tournament
