#include "tools/tournament/runner.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tools/bad_input.hpp"
#include "tools/tournament/engine.hpp"
#include "tools/tournament/match.hpp"

namespace isthmus::tournament {

namespace {

std::filesystem::path log_file(const std::filesystem::path& folder, int engine, int job) {
  return folder /
         ("engine-" + std::to_string(engine + 1) + "-job-" + std::to_string(job + 1) + ".log");
}

// Plays one game after the other on two engines of its own.
class Job {
 public:
  Job(const Spec& spec, std::filesystem::path log_folder, int number, std::stop_token stop)
      : spec_(spec), log_folder_(std::move(log_folder)), number_(number), stop_(std::move(stop)) {}

  GameRecord play(const ScheduledGame& game) {
    const auto begin = std::chrono::steady_clock::now();
    keep_only(game.black, game.white);
    MatchResult result = play_match(*spec_.game, spec_.openings[game.opening], spec_.time,
                                    {&engine(game.black), &engine(game.white)});
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    GameRecord record{.game = game,
                      .winner = std::nullopt,
                      .reason = result.reason,
                      .detail = std::move(result.detail),
                      .moves = std::move(result.moves),
                      .milliseconds = std::move(result.milliseconds),
                      .seconds = elapsed.count()};
    if (result.winner) record.winner = *result.winner == 0 ? game.black : game.white;
    return record;
  }

  void quit() {
    for (auto& [index, engine] : engines_) engine.quit();
  }

 private:
  Engine& engine(int index) {
    const EngineSpec& spec = spec_.engines[static_cast<std::size_t>(index)];
    return engines_.try_emplace(index, spec, log_file(log_folder_, index, number_), stop_)
        .first->second;
  }

  // Ends the engines of the pairing before.
  void keep_only(int first, int second) {
    for (auto entry = engines_.begin(); entry != engines_.end();) {
      if (entry->first == first || entry->first == second) {
        ++entry;
      } else {
        entry->second.quit();
        entry = engines_.erase(entry);
      }
    }
  }

  const Spec& spec_;
  std::filesystem::path log_folder_;
  int number_;
  std::stop_token stop_;
  std::map<int, Engine> engines_;  // by index
};

}  // namespace

void check_engines(const Spec& spec, const std::filesystem::path& log_folder,
                   std::stop_token stop) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    Engine engine(spec.engines[i], log_file(log_folder, static_cast<int>(i), 0), stop);
    try {
      engine.begin(*spec.game, spec.time);
    } catch (const EngineFault& fault) {
      throw BadInput("/engines/" + std::to_string(i) + ": engine '" + spec.engines[i].name +
                     "' is not fit to play (" + std::string(name(fault.reason())) + "): " +
                     fault.what() + "; try its command by hand: " + spec.engines[i].command);
    }
    engine.quit();
  }
}

void play_games(const Spec& spec, std::span<const ScheduledGame> games, int jobs,
                const std::filesystem::path& log_folder, std::stop_token stop,
                const std::function<void(GameRecord)>& finished) {
  // Ends the jobs when the caller wants so, or when one of them has failed.
  std::stop_source ending;
  const std::stop_callback forward(stop, [&] { ending.request_stop(); });
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;

  const auto work = [&](int number) {
    try {
      Job job(spec, log_folder, number, ending.get_token());
      for (std::size_t i; (i = next++) < games.size();) {
        GameRecord record = job.play(games[i]);
        const std::lock_guard lock(mutex);
        if (failure) throw Stopped();  // it may be that nothing can be written any more
        finished(std::move(record));
      }
      job.quit();
    } catch (const Stopped&) {
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      ending.request_stop();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < jobs; ++number) threads.emplace_back(work, number);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace isthmus::tournament
