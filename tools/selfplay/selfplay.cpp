#include "tools/selfplay/selfplay.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include <nlohmann/json.hpp>

#include "engine/splitmix.hpp"
#include "games/list.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/seats.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/selfplay/totals.hpp"

namespace isthmus::selfplay {

namespace {

class Selfplay {
 public:
  explicit Selfplay(const SelfplayJob& job)
      : job_(job),
        seed_(SplitMix64::mix(static_cast<std::uint64_t>(job.search_settings.seed))),
        writer_(job.folder, static_cast<std::size_t>(job.settings.shard_megabytes) << 20) {
    for (const WeightedSize& entry : job.sizes) {
      games_.push_back(make_game("hex", entry.size.rows, entry.size.columns, SwapRule::none));
      evaluators_.push_back(job.make_evaluator(*games_.back(), job.search_settings));
      openings_.emplace_back(*games_.back(), *evaluators_.back(), job.settings.opening_spread,
                             seed_);
      tables_.push_back(
          {*games_.back(), openings_.back(), job.settings, job.search_settings, job.net});
      weights_.push_back(entry.weight);
    }
  }

  nlohmann::ordered_json run(std::stop_token stop,
                             const std::function<void(const std::string&)>& report) {
    std::stop_source ending;
    const std::stop_callback forward(stop, [&] { ending.request_stop(); });
    {
      const std::jthread clock([&](std::stop_token done) { watch(done, ending, report); });
      const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
      const std::int64_t workers = job_.settings.workers > 0 ? job_.settings.workers : cores;
      run_seats(evaluators_, static_cast<int>(job_.settings.parallel), static_cast<int>(workers),
                ending.get_token(), traffic_, [this](Seat& seat) { play_games(seat); });
    }
    const std::lock_guard lock(mutex_);
    report(totals_.line(seconds(), traffic_));
    return totals_.json(seconds(), traffic_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  // Reports now and then, and ends the games when their time is up.
  void watch(const std::stop_token& done, std::stop_source& ending,
             const std::function<void(const std::string&)>& report) {
    const double limit = job_.settings.seconds;
    double next_report = job_.settings.report_every;
    std::unique_lock lock(mutex_);
    for (;;) {
      const double next = limit > 0 ? std::min(limit, next_report) : next_report;
      const auto time =
          begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(next));
      if (wake_.wait_until(lock, done, time, [&] { return done.stop_requested(); })) return;
      if (limit > 0 && seconds() >= limit) {
        ending.request_stop();
        return;
      }
      if (seconds() >= next_report) {
        report(totals_.line(seconds(), traffic_));
        next_report += job_.settings.report_every;
      }
    }
  }

  // Plays game after game in one seat.
  void play_games(Seat& seat) {
    for (;;) {
      const std::int64_t number = next_game_++;
      if (job_.settings.games > 0 && number >= job_.settings.games) return;
      std::mt19937_64 random(SplitMix64::mix(seed_ + static_cast<std::uint64_t>(number)));
      const std::size_t size =
          std::discrete_distribution<std::size_t>(weights_.begin(), weights_.end())(random);
      PlayedGame game = play_game(tables_[size], seat.evaluator(size), random());
      const bool was_stopped = game.record.ending == Ending::stopped;
      if (!game.record.moves.empty()) writer_.add(game.record);
      const std::lock_guard lock(mutex_);
      totals_.add(game);
      if (was_stopped) return;
    }
  }

  const SelfplayJob& job_;
  std::uint64_t seed_;
  ShardWriter writer_;
  std::vector<std::unique_ptr<const Game>> games_;  // by size, as all that follow
  std::vector<std::unique_ptr<Evaluator>> evaluators_;
  std::deque<Openings> openings_;
  std::vector<Table> tables_;
  std::vector<double> weights_;
  std::atomic<std::int64_t> next_game_{0};
  Traffic traffic_;
  Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable_any wake_;
  Totals totals_;
};

}  // namespace

nlohmann::ordered_json run_selfplay(const SelfplayJob& job, std::stop_token stop,
                                    const std::function<void(const std::string&)>& report) {
  return Selfplay(job).run(stop, report);
}

}  // namespace isthmus::selfplay
