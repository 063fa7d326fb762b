#include "tools/tournament/distributed.hpp"

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "tools/mpi/assignments.hpp"
#include "tools/mpi/coordinator.hpp"
#include "tools/mpi/player.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/game_pool.hpp"
#include "tools/tournament/runner.hpp"

namespace isthmus::tournament {

namespace {

mpi::json to_json(const ScheduledGame& game) {
  return {{"id", game.id},       {"pair", game.pair},   {"round", game.round},
          {"black", game.black}, {"white", game.white}, {"opening", game.opening}};
}

ScheduledGame read_game(const mpi::json& game) {
  return {.id = game.at("id"),
          .pair = game.at("pair"),
          .round = game.at("round"),
          .black = game.at("black"),
          .white = game.at("white"),
          .opening = game.at("opening")};
}

// What rank 0 knows: who plays which games.
class Dispatcher {
 public:
  Dispatcher(const Spec& spec, Scheduler& scheduler, int ranks, std::stop_token stop)
      : spec_(spec), scheduler_(scheduler), stop_(std::move(stop)), assignments_(ranks) {}

  mpi::json answer(int rank, const mpi::json& question) {
    if (question.contains("spec")) return {{"spec", tournament::to_json(spec_)}};
    if (stop_.stop_requested()) return {{"over", true}};
    if (const auto game = scheduler_.next()) {
      assignments_.give(rank, *game);
      return {{"game", to_json(*game)}};
    }
    // Others may still come to lose theirs.
    return {{"over", scheduler_.is_done()}};
  }

  // Nothing where the game has been given to another since.
  std::optional<GameRecord> take(int rank, const mpi::json& news) {
    GameRecord record = from_line(news.at("record").get<std::string>(), spec_);
    if (!assignments_.take(rank, record.game)) return std::nullopt;
    scheduler_.finished(record);
    return record;
  }

  void lose(int rank) {
    for (const ScheduledGame& game : assignments_.take_all(rank)) scheduler_.lost(game);
  }

 private:
  const Spec& spec_;
  Scheduler& scheduler_;
  std::stop_token stop_;
  mpi::Assignments<ScheduledGame> assignments_;
};

// The jobs of one rank, which ask rank 0 for their games.
class Team : public GamePool {
 public:
  Team(mpi::Player& player, const Spec& spec, const std::filesystem::path& log_folder)
      : GamePool(spec, log_folder), player_(player) {}

 private:
  std::optional<ScheduledGame> take(const std::stop_token& ending) override {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
      if (ending.stop_requested()) throw Stopped();
      const mpi::json answer = player_.ask({{"game", true}});
      if (answer.contains("game")) return read_game(answer["game"]);
      if (answer.at("over")) return std::nullopt;
    }
  }

  void hand_in(GameRecord record) override {
    player_.report({{"record", to_line(record, spec())}});
  }

  mpi::Player& player_;
};

}  // namespace

void lead_games(mpi::Ranks& ranks, const Spec& spec, Scheduler& scheduler, double timeout,
                std::stop_token stop, const std::function<void(GameRecord)>& finished,
                const std::function<void(const std::string&)>& note) {
  Dispatcher dispatcher(spec, scheduler, ranks.count(), std::move(stop));
  mpi::lead(ranks, timeout,
            {.answer = [&](int rank,
                           const mpi::json& question) { return dispatcher.answer(rank, question); },
             .report =
                 [&](int rank, const mpi::json& news) {
                   if (auto record = dispatcher.take(rank, news)) finished(std::move(*record));
                 },
             .lost = [&](int rank) { dispatcher.lose(rank); },
             .note = note});
}

void play_games_of(mpi::Ranks& ranks, const std::filesystem::path& log_folder, double timeout,
                   std::stop_token stop, const std::function<int(const Spec&)>& jobs_of) {
  mpi::Player player(ranks, timeout);
  player.run([&] {
    const Spec spec = parse_spec(player.ask({{"spec", true}}).at("spec").dump());
    std::filesystem::create_directories(log_folder);
    try {
      check_engines(spec, log_folder, stop);
      Team(player, spec, log_folder).run(jobs_of(spec), stop);
    } catch (const Stopped&) {
    }
  });
}

}  // namespace isthmus::tournament
