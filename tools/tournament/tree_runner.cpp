#include "tools/tournament/tree_runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/settings/settings.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tools/selfplay/tree_match.hpp"
#include "tools/tournament/proven.hpp"

namespace isthmus::tournament {

namespace {

using selfplay::TreeMatchGame;

Settings engine_settings(const Spec& spec, std::size_t engine) {
  Settings settings;
  settings.visits = spec.time_of(engine).visits;
  return settings;
}

Result adjudicate(const Spec& spec, const TreeMatchGame& game) {
  const Adjudication& rules = spec.adjudication;
  if (rules.proven) {
    if (const auto winner = proven_winner(*spec.game, game.position)) return win_for(*winner);
  }
  const auto moves = static_cast<int>(game.moves.size());
  return rules.max_moves > 0 && moves >= rules.max_moves ? Result::draw : Result::ongoing;
}

// Plays the games of a scheduler on several devices.
class Runner {
 public:
  Runner(const Spec& spec, Scheduler& scheduler,
         const std::function<void(std::vector<GameRecord>)>& finished)
      : spec_(spec), scheduler_(scheduler), finished_(finished) {}

  void run(std::span<const MakeEngineTrees> devices, int parallel, const std::stop_token& stop) {
    playing_ = static_cast<int>(devices.size());
    const int each = std::max(1, parallel / playing_);
    // The first writes what the others play, so that none of these waits for a disk.
    run_together("trees", playing_ + 1, stop, [&](int i, const std::stop_token& ending) {
      if (i == 0) {
        hand_on();
        return;
      }
      try {
        play_on(devices[static_cast<std::size_t>(i - 1)], each, ending);
      } catch (...) {
        leave();
        throw;
      }
      leave();
    });
  }

 private:
  // Hands on what has ended, until nothing is played any more.
  void hand_on() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !ended_.empty() || playing_ == 0; });
      if (ended_.empty()) return;
      std::vector<GameRecord> records = std::exchange(ended_, {});
      for (const GameRecord& record : records) scheduler_.finished(record);
      lock.unlock();
      changed_.notify_all();
      finished_(std::move(records));
      lock.lock();
    }
  }

  // A device plays no more.
  void leave() {
    const std::scoped_lock lock(mutex_);
    --playing_;
    changed_.notify_all();
  }

  void play_on(const MakeEngineTrees& make, int parallel, const std::stop_token& stop) {
    std::vector<std::unique_ptr<TreeGames>> made;
    std::vector<TreeGames*> trees;
    for (std::size_t i = 0; i < spec_.engines.size(); ++i) {
      trees.push_back(made.emplace_back(make(i, parallel)).get());
    }
    // Where this device has no game left, the end of another's may bring new ones.
    while (auto game = first_game(stop)) {
      selfplay::EvaluationStats stats;
      selfplay::play_match_on_trees(
          *spec_.game, trees, parallel, stop, stats,
          [&] { return game ? std::exchange(game, std::nullopt) : next(); },
          [this](const TreeMatchGame& ended) {
            const std::scoped_lock lock(mutex_);
            ended_.push_back(make_record(ended));
            changed_.notify_all();
          },
          [this](const TreeMatchGame& at) { return adjudicate(spec_, at); });
    }
  }

  std::optional<TreeMatchGame> next() {
    const std::scoped_lock lock(mutex_);
    return begin(scheduler_.next());
  }

  // Waits for one.
  std::optional<TreeMatchGame> first_game(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    return begin(wait_for_game(scheduler_, lock, changed_, stop));
  }

  // A game that is begun keeps its place of those that were, by which its schedule is found again.
  std::optional<TreeMatchGame> begin(const std::optional<ScheduledGame>& game) {
    if (!game) return std::nullopt;
    begun_.push_back(*game);
    return selfplay::begin_match_game(
        *spec_.game, spec_.openings[game->opening], begun_.size() - 1,
        {static_cast<std::size_t>(game->black), static_cast<std::size_t>(game->white)});
  }

  GameRecord make_record(const TreeMatchGame& ended) const {
    GameRecord record;
    record.game = begun_[ended.number];
    for (const auto& [move, seconds] : ended.moves) {
      record.moves.push_back(move);
      record.milliseconds.push_back(static_cast<int>(std::lround(1000 * seconds)));
      record.seconds += seconds;
    }
    if (ended.result != Result::draw) {
      record.winner = ended.result == Result::black ? record.game.black : record.game.white;
    }
    if (ended.position.result == Result::ongoing) {
      record.reason = ended.result == Result::draw ? Reason::move_limit : Reason::proven;
    }
    return record;
  }

  const Spec& spec_;
  Scheduler& scheduler_;
  const std::function<void(std::vector<GameRecord>)>& finished_;
  std::mutex mutex_;  // of what follows, and of the scheduler
  std::condition_variable_any changed_;
  std::vector<ScheduledGame> begun_;
  std::vector<GameRecord> ended_;  // that were not handed on yet
  int playing_ = 0;                // devices
};

}  // namespace

std::string tree_obstacle(const Spec& spec) {
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    const EngineSpec& engine = spec.engines[i];
    if (engine.net.empty()) return "engine '" + engine.name + "' is no net";
    if (!engine.initial.empty()) return "engine '" + engine.name + "' is sent GTP commands";
    if (spec.time_of(i).kind != EngineTime::Kind::visits) {
      return "engine '" + engine.name + "' has no number of visits";
    }
    const std::string why = selfplay::match_tree_obstacle(engine_settings(spec, i));
    if (!why.empty()) return why;
  }
  if (spec.ponder) return "engines are to ponder";
  if (spec.adjudication.resign_below > 0) return "they say nothing of chances (resignBelow)";
  return isthmus::tree_obstacle(*spec.game);
}

TreeSettings engine_tree_settings(const Spec& spec, std::size_t engine) {
  return selfplay::match_tree_settings(engine_settings(spec, engine));
}

void play_games_on_trees(const Spec& spec, Scheduler& scheduler,
                         std::span<const MakeEngineTrees> devices, int parallel,
                         const std::stop_token& stop,
                         const std::function<void(std::vector<GameRecord>)>& finished) {
  Runner(spec, scheduler, finished).run(devices, parallel, stop);
}

}  // namespace isthmus::tournament
