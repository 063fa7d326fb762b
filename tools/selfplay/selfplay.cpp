#include "tools/selfplay/selfplay.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <exception>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/base/thread_group.hpp"
#include "engine/base/wait_for_stop.hpp"
#include "engine/random/splitmix.hpp"
#include "gpu/tree/make_tree_games.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tools/base/core_count.hpp"
#include "tools/selfplay/parallel_games.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/player.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/selfplay/totals.hpp"
#include "tools/selfplay/tree_play.hpp"
#include "tools/selfplay/unfinished.hpp"

namespace isthmus::selfplay {

namespace {

constexpr std::chrono::seconds kLookEvery{1};

// What the games of one size share.
struct SizeGames {
  std::unique_ptr<const Game> game;
  std::uint64_t opening_seed;
  std::uint64_t seed;
  std::shared_ptr<const PlayerOnBoard> player{};  // of the next game
  std::vector<GameRecord> unfinished{};           // of an earlier run
};

class Selfplay {
 public:
  Selfplay(const SelfplayJob& job, GameNumbers& numbers)
      : job_(job),
        numbers_(numbers),
        writer_(job.folder, static_cast<std::size_t>(job.settings.shard_megabytes) << 20) {
    double total = 0;
    for (const WeightedSize& entry : job.sizes) {
      total += entry.weight * entry.size.rows * entry.size.columns;
    }
    SplitMix64 seeds(static_cast<std::uint64_t>(job.search_settings.seed));
    double sum = 0;
    for (const auto& [size, share] : job.sizes) {
      const std::uint64_t opening_seed = seeds();
      sizes_.push_back(
          {make_game(job.game, size.rows, size.columns, SwapRule::none), opening_seed, seeds()});
      // A game lasts about as long as there are cells.
      sum += share * size.rows * size.columns;
      last_slots_.push_back(std::lround(sum / total * static_cast<double>(job.settings.parallel)));
    }
    auto newer = job.newer_player ? job.newer_player() : std::nullopt;
    use_player(newer ? *newer : job.player);
  }

  nlohmann::ordered_json run(const std::stop_token& stop, const ReportTotals& report) {
    try {
      take_unfinished();
      play_all(stop, report);
    } catch (...) {
      const std::exception_ptr failure = std::current_exception();
      try {
        keep_unfinished();
      } catch (const std::exception&) {  // it matters less than what failed first
      }
      std::rethrow_exception(failure);
    }
    keep_unfinished();
    return totals_.json(seconds(), stats_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  // Has this player play the games that begin from now on.
  void use_player(const Player& player) {
    std::vector<std::shared_ptr<const PlayerOnBoard>> on_boards;
    for (const SizeGames& size : sizes_) {
      on_boards.push_back(std::make_shared<const PlayerOnBoard>(
          player, *size.game, job_.settings, job_.search_settings, size.opening_seed));
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < sizes_.size(); ++i) sizes_[i].player = std::move(on_boards[i]);
  }

  // Looks for another player until `done` is requested. One that cannot play is passed over.
  void look_for_player(const std::stop_token& done) {
    while (!wait_for_stop(done, kLookEvery)) {
      try {
        if (const auto newer = job_.newer_player()) use_player(*newer);
      } catch (const std::exception& error) {
        job_.note(std::string("goes on as before, without a newer player: ") + error.what());
      }
    }
  }

  // Reports now and then until the run is over, and stops it when its time is up.
  void watch(ThreadGroup& run, const ReportTotals& report) {
    const double limit = job_.settings.seconds;
    double next_report = job_.settings.report_every;
    for (;;) {
      const double next = limit > 0 ? std::min(limit, next_report) : next_report;
      if (wait_for_stop(run.token(), std::chrono::duration<double>(next - seconds()))) return;
      if (limit > 0 && seconds() >= limit) {
        run.request_stop();
        return;
      }
      if (seconds() >= next_report) {
        const std::lock_guard lock(mutex_);
        report(totals_.json(seconds(), stats_));
        next_report += job_.settings.report_every;
      }
    }
  }

  void take_unfinished() {
    for (const auto& file : list_unfinished(job_.unfinished, job_.rank, job_.ranks)) {
      for (GameRecord& record : selfplay::take_unfinished(file, job_.note)) {
        list_of(record).push_back(std::move(record));
      }
    }
  }
  // Where such an unfinished game waits: those of other games and boards for another run.
  std::vector<GameRecord>& list_of(const GameRecord& record) {
    for (SizeGames& size : sizes_) {
      const Board& board = size.game->board();
      if (size.game->name() == record.game && board.rows() == record.rows &&
          board.columns() == record.columns) {
        return size.unfinished;
      }
    }
    return stopped_;
  }
  void keep_unfinished() {
    for (SizeGames& size : sizes_) {
      std::move(size.unfinished.begin(), size.unfinished.end(), std::back_inserter(stopped_));
    }
    if (!stopped_.empty()) selfplay::keep_unfinished(job_.unfinished, job_.rank, stopped_);
  }

  void play_all(const std::stop_token& stop, const ReportTotals& report) {
    ThreadGroup beside("selfplay", stop);
    const std::stop_token ending = beside.token();
    beside.start([&](const std::stop_token&) { watch(beside, report); });
    if (job_.newer_player) {
      beside.start([&](const std::stop_token& done) { look_for_player(done); });
    }
    const bool on_devices = !job_.tree_devices.empty() && has_net();
    if (!on_devices && !job_.tree_devices.empty()) {
      job_.note("the trees are on the host: no net judges the first games");
    }
    do {
      if (on_devices) {
        play_on_devices(ending);
      } else {
        play_on_host(ending);
      }
    } while (!ending.stop_requested() && numbers_.has_more());
    beside.stop();
  }

  bool has_net() {
    const std::lock_guard lock(mutex_);
    return sizes_.front().player->weights() != nullptr;
  }

  void play_on_host(const std::stop_token& stop) {
    const std::int64_t workers = job_.settings.workers > 0 ? job_.settings.workers : core_count();
    play_in_parallel(static_cast<int>(job_.settings.parallel), static_cast<int>(workers), stop,
                     stats_, [this](int slot) { return next_game(slot); });
  }

  // On each device a thread for each size, with its part of the slots.
  void play_on_devices(const std::stop_token& stop) {
    const std::size_t devices = job_.tree_devices.size();
    run_together("trees", static_cast<int>(devices * sizes_.size()), stop,
                 [&](int i, const std::stop_token& ending) {
                   const auto number = static_cast<std::size_t>(i);
                   play_on_device(job_.tree_devices[number % devices], number / devices, ending);
                 });
  }

  void play_on_device(int device, std::size_t index, const std::stop_token& stop) {
    const std::int64_t of_size = last_slots_[index] - (index > 0 ? last_slots_[index - 1] : 0);
    const auto devices = static_cast<std::int64_t>(job_.tree_devices.size());
    const auto slots = static_cast<int>(std::max<std::int64_t>(1, of_size / devices));
    const CurrentNet net = [&] {
      const std::lock_guard lock(mutex_);
      return sizes_[index].player->weights();
    };
    const auto trees = make_gpu_tree_games(device, *sizes_[index].game, *net(),
                                           tree_settings(job_.settings, job_.search_settings),
                                           slots, job_.tree_precision);
    play_on_trees(
        *trees, slots, stop, stats_,
        [&]() -> std::unique_ptr<TreePlayedGame> {
          std::optional<BegunGame> begun = begin_game(index);
          if (!begun) return nullptr;
          return std::make_unique<NumberedGame<TreePlayedGame>>(*this, std::move(*begun));
        },
        net);
  }

  // A game and the player that is to play it.
  struct BegunGame {
    GameNumber number;
    std::shared_ptr<const PlayerOnBoard> player;
    GameRecord record;
  };

  // The next game of a size: an unfinished one while there are any, then a new one; nothing when
  // all are given out.
  std::optional<BegunGame> begin_game(std::size_t index) {
    const std::optional<GameNumber> number = numbers_.next(index);
    if (!number) return std::nullopt;
    SizeGames& size = sizes_[index];
    const std::lock_guard lock(mutex_);
    if (size.unfinished.empty()) {
      const auto seed = SplitMix64::mix(size.seed + static_cast<std::uint64_t>(number->number));
      return BegunGame{*number, size.player, new_record(*size.game, seed)};
    }
    GameRecord record = std::move(size.unfinished.back());
    size.unfinished.pop_back();
    return BegunGame{*number, size.player, std::move(record)};
  }

  // The next game of a slot: of one size as long as there are some to play.
  std::unique_ptr<ParallelGame> next_game(int slot) {
    std::size_t first = 0;
    while (first + 1 < sizes_.size() && slot >= last_slots_[first]) ++first;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      std::optional<BegunGame> begun = begin_game((first + i) % sizes_.size());
      if (!begun) continue;
      const Evaluator& evaluator = begun->player->evaluator();
      return std::make_unique<NumberedGame<SelfplayGame>>(*this, std::move(*begun), evaluator);
    }
    return nullptr;
  }

  // Keeps who plays a game for as long as that lasts.
  struct PlayerHolder {
    std::shared_ptr<const PlayerOnBoard> player;
  };

  // A game of the run: a SelfplayGame, which is given the player's evaluator, or a TreePlayedGame.
  template <class Played>
  class NumberedGame : private PlayerHolder, public Played {
   public:
    template <class... Judge>
    NumberedGame(Selfplay& run, BegunGame begun, const Judge&... evaluator)
        : PlayerHolder{std::move(begun.player)},
          Played(player->context(), evaluator..., std::move(begun.record)),
          run_(run),
          number_(begun.number) {}

    void end() override { run_.end(this->played(), number_); }

   private:
    Selfplay& run_;
    GameNumber number_;
  };

  void end(PlayedGame& game, const GameNumber& number) {
    const bool was_stopped = game.record.ending == Ending::stopped;
    if (!was_stopped) {
      writer_.add(game.record);
      numbers_.ended(number);
    }
    const std::lock_guard lock(mutex_);
    totals_.add(game);
    if (was_stopped && !game.record.moves.empty()) stopped_.push_back(std::move(game.record));
  }

  const SelfplayJob& job_;
  GameNumbers& numbers_;
  ShardWriter writer_;
  std::deque<SizeGames> sizes_;
  // By size: slots before this number play the size, or one before it.
  std::vector<std::int64_t> last_slots_;
  EvaluationStats stats_;
  Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;  // of what follows, and of what changes in sizes_
  Totals totals_;
  std::vector<GameRecord> stopped_;
};

}  // namespace

std::string tree_obstacle(const SelfplayJob& job) {
  if (std::string why = tree_obstacle(job.search_settings); !why.empty()) return why;
  for (const auto& [size, share] : job.sizes) {
    const auto game = make_game(job.game, size.rows, size.columns, SwapRule::none);
    if (std::string why = tree_obstacle(*game); !why.empty()) return why;
  }
  return "";
}

nlohmann::ordered_json run_selfplay(const SelfplayJob& job, GameNumbers& numbers,
                                    const std::stop_token& stop, const ReportTotals& report) {
  return Selfplay(job, numbers).run(stop, report);
}

}  // namespace isthmus::selfplay
