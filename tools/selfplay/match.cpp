#include "tools/selfplay/match.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <utility>

#include "engine/base/linked_stop_source.hpp"
#include "engine/base/thread_group.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "tools/openings/balance.hpp"
#include "tools/selfplay/tree_match.hpp"

namespace isthmus::selfplay {

namespace {

// The first player's points where player `black` has Black: 1, 1/2 or 0.
double first_points(std::size_t black, Result result) {
  const double blacks = score(Colour::black, result);
  return black == 0 ? blacks : 1 - blacks;
}

// A game of a match in which player `black` has Black.
class MatchGame : public ParallelGame {
 public:
  // `end` is given the first player's points when the game has ended.
  MatchGame(const MatchJob& job, const std::array<const Evaluator*, 2>& evaluators,
            const Opening& opening, std::size_t black, std::size_t number,
            std::function<void(double)> end)
      : job_(job),
        evaluators_(evaluators),
        black_(black),
        settings_(job.settings),
        position_(job.game.start()),
        end_(std::move(end)) {
    for (std::size_t i = 0; i < 2; ++i) {
      settings_[i].seed += static_cast<std::int64_t>(2 * number + black);
      searches_[i].emplace(job.game, *evaluators[i], settings_[i]);
    }
    for (Move move : opening) play(move);
    if (position_.result == Result::ongoing) begin_move();
  }

  bool play_on() override {
    while (position_.result == Result::ongoing) {
      asked_ = searches_[mover()]->gather();
      if (!asked_.empty()) return true;
      play(searches_[mover()]->report().moves.front().move);
      if (position_.result == Result::ongoing) begin_move();
    }
    return false;
  }
  void end() override {
    if (position_.result == Result::ongoing) return;
    end_(first_points(black_, position_.result));
  }

  const Evaluator& evaluator() const override { return *evaluators_[mover()]; }
  std::span<const EvaluationRequest> asked() const override { return asked_; }
  void answer(std::span<Evaluation> evaluations) override {
    searches_[mover()]->back_up(evaluations);
  }

 private:
  std::size_t mover() const { return position_.to_move == Colour::black ? black_ : 1 - black_; }
  void play(Move move) {
    turns_.push_back({position_.to_move, move});
    job_.game.play(position_, move);
  }
  void begin_move() {
    searches_[mover()]->set_root(job_.game.start(), turns_);
    searches_[mover()]->begin({.visits = settings_[mover()].visits}, {}, 1);
  }

  const MatchJob& job_;
  const std::array<const Evaluator*, 2> evaluators_;
  const std::size_t black_;
  std::array<Settings, 2> settings_;
  std::array<std::optional<Search>, 2> searches_;
  Position position_;
  std::vector<Turn> turns_;
  std::function<void(double)> end_;
  std::span<const EvaluationRequest> asked_;
};

// Plays the games by trees, on each device by a thread.
void play_on_devices(const MatchJob& job, const std::stop_token& stop, EvaluationStats& stats,
                     const NextMatchGame& next, const EndMatchGame& end) {
  const auto devices = static_cast<int>(job.make_trees.size());
  run_together("trees", devices, stop, [&](int i, const std::stop_token& ending) {
    const MakeMatchTrees& make = job.make_trees[static_cast<std::size_t>(i)];
    const int games = std::max(1, std::min(job.parallel, 2 * job.pairs) / devices);
    const auto first = make(0, games), second = make(1, games);
    const std::array trees{first.get(), second.get()};
    play_match_on_trees(job.game, trees, games, ending, stats, next, end);
  });
}

}  // namespace

std::vector<Opening> match_openings(const Game& game, const Evaluator& evaluator, double max_lead,
                                    int count, std::uint64_t seed) {
  constexpr std::size_t kMaxDraws = 64;  // for each opening that is wanted
  std::mt19937_64 random(seed);
  Balance balance(game, evaluator, max_lead, seed);
  const auto wanted = static_cast<std::size_t>(count);
  return draw_openings(game, first_moves_then_answers(game, random), wanted, kMaxDraws * wanted,
                       &balance);
}

std::vector<double> play_match(const MatchJob& job, const std::stop_token& stop,
                               EvaluationStats& stats) {
  std::array<std::unique_ptr<Evaluator>, 2> made;
  for (std::size_t i = 0; i < (job.make_trees.empty() ? 2 : 1); ++i) {
    if (job.make_evaluators[i]) made[i] = job.make_evaluators[i](job.game, job.settings[i]);
  }
  const std::array<const Evaluator*, 2> evaluators{made[0].get(), made[made[1] ? 1 : 0].get()};
  const std::vector<Opening> openings =
      match_openings(job.game, *evaluators[0], job.max_lead, job.pairs,
                     static_cast<std::uint64_t>(job.settings[0].seed));

  LinkedStopSource ending(stop);
  std::mutex mutex;
  // By opening: the first player's points in the games finished, and how many these are.
  std::vector<std::pair<double, int>> points(openings.size());
  std::vector<double> scores;
  const auto finish_game = [&](std::size_t pair, double of_first) {
    const std::scoped_lock lock(mutex);
    points[pair].first += of_first;
    if (++points[pair].second < 2 || ending.stop_requested()) return;
    scores.push_back(points[pair].first / 2);
    if (job.is_decided && job.is_decided(scores)) ending.request_stop();
  };
  std::atomic<std::size_t> next{0};
  if (!job.make_trees.empty()) {
    const auto next_game = [&]() -> std::optional<TreeMatchGame> {
      const std::size_t game = next++;
      if (game / 2 >= openings.size()) return std::nullopt;
      const std::size_t black = game % 2;
      return begin_match_game(job.game, openings[game / 2], game / 2, {black, 1 - black});
    };
    play_on_devices(job, ending.token(), stats, next_game, [&](const TreeMatchGame& game) {
      finish_game(game.number, first_points(game.players[0], game.result));
    });
    return scores;
  }
  play_in_parallel(job.parallel, job.workers, ending.token(), stats,
                   [&](int) -> std::unique_ptr<ParallelGame> {
                     const std::size_t game = next++, pair = game / 2;
                     if (pair >= openings.size()) return nullptr;
                     return std::make_unique<MatchGame>(
                         job, evaluators, openings[pair], game % 2, pair,
                         [&finish_game, pair](double of_first) { finish_game(pair, of_first); });
                   });
  return scores;
}

}  // namespace isthmus::selfplay
