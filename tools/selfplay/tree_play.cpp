#include "tools/selfplay/tree_play.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace isthmus::selfplay {

namespace {

// The games under way, by slot.
class Slots {
 public:
  Slots(TreeGames& trees, int count, const NextTreeGame& next)
      : trees_(trees), next_(next), games_(static_cast<std::size_t>(count)) {
    for (int slot = 0; slot < count; ++slot) begin(slot);
  }
  ~Slots() {
    for (const auto& game : games_) {
      if (game) game->end();
    }
  }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  bool any() const { return under_way_ > 0; }

  void add(const TreeMove& move) {
    auto& game = games_[static_cast<std::size_t>(move.slot)];
    if (game->add(move)) return;
    std::exchange(game, nullptr)->end();
    --under_way_;
    begin(move.slot);
  }

 private:
  void begin(int slot) {
    auto& game = games_[static_cast<std::size_t>(slot)] = next_();
    if (!game) return;
    trees_.begin(slot, game->start());
    ++under_way_;
  }

  TreeGames& trees_;
  const NextTreeGame& next_;
  std::vector<std::unique_ptr<TreePlayedGame>> games_;
  int under_way_ = 0;
};

}  // namespace

TreePlayedGame::TreePlayedGame(const GameContext& context, GameRecord record)
    : game_(context.game), played_{std::move(record)}, position_(context.game.start()) {
  GameRecord& kept = played_.record;
  std::mt19937_64 random(kept.seed + kept.moves.size());
  const GameStart start = draw_start(context, kept, random);
  plays_on_ = start.plays_on;
  kept.net = context.net;
  kept.removed.clear();
  for (MoveRecord& old : std::exchange(kept.moves, {})) play(std::move(old));
  for (const Cell cell : start.opening) play({.cell = cell});
}

void TreePlayedGame::play(MoveRecord move) {
  GameRecord& record = played_.record;
  const auto before = position_.stones;
  game_.play(position_, Move(move.cell));
  note_taken(before, position_.stones, taken_);
  const auto index = static_cast<std::uint16_t>(record.moves.size());
  ((before[0] | before[1]) - position_.occupied()).for_each([&](Cell cell) {
    record.removed.push_back({index, cell});
  });
  record.moves.push_back(std::move(move));
}

bool TreePlayedGame::add(const TreeMove& move) {
  GameRecord& record = played_.record;
  if (move.end != TreeMove::End::resignation) {
    MoveRecord next;
    next.cell = move.cell;
    next.choice = move.is_full ? Choice::full : Choice::cheap;
    next.value = move.value;
    for (const auto& [cell, visits] : move.visits) next.visits.push_back({cell, visits});
    if (game_.capture_rule()) {
      play(std::move(next));  // records say which stones were taken
    } else {
      record.moves.push_back(std::move(next));
    }
  }
  if (move.end == TreeMove::End::none) return true;
  record.result = move.result;
  record.ending = move.end == TreeMove::End::rules ? Ending::rules : Ending::resignation;
  played_.would_have_won = move.would_have_won;
  return false;
}

TreeSettings tree_settings(const SelfplaySettings& settings, const Settings& search_settings) {
  return {.exploration = search_settings.exploration,
          .first_play_reduction = search_settings.first_play_reduction,
          .root_first_play_reduction = search_settings.root_first_play_reduction,
          .net_temperature = search_settings.net_temperature,
          .visits = static_cast<std::uint32_t>(settings.visits),
          .cheap_visits = static_cast<std::uint32_t>(settings.cheap_visits),
          .full_share = settings.full_share,
          .noise = settings.noise,
          .noise_total = settings.noise_total,
          .temperature = settings.temperature,
          .temperature_half_life = settings.temperature_half_life,
          .resign_below = settings.resign_below,
          .resign_moves = static_cast<std::uint32_t>(settings.resign_moves)};
}

std::string tree_obstacle(const Settings& search_settings) {
  if (search_settings.half_turn) return "they judge no position twice (half-turn)";
  if (search_settings.level > 0) return "they have no levels";
  return "";
}

void play_on_trees(TreeGames& trees, int slots, const std::stop_token& stop, EvaluationStats& stats,
                   const NextTreeGame& next, const CurrentNet& net) {
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<const Net> judge = net();
  Slots games(trees, slots, next);
  std::int64_t evaluations = trees.evaluations();
  auto begin = Clock::now();
  const auto count = [&](std::atomic<std::int64_t>& nanoseconds) {
    const auto now = Clock::now();
    nanoseconds.fetch_add(std::chrono::nanoseconds(now - begin).count(), std::memory_order_relaxed);
    begin = now;
  };
  while (games.any() && !stop.stop_requested()) {
    if (std::shared_ptr<const Net> newer = net(); newer != judge) {
      judge = std::move(newer);
      trees.set_net(*judge);
    }
    count(stats.playing_ns);
    const auto moves = trees.step();
    count(stats.evaluating_ns);
    for (const TreeMove& move : moves) games.add(move);
    stats.evaluations.fetch_add(
        trees.evaluations() - std::exchange(evaluations, trees.evaluations()),
        std::memory_order_relaxed);
    stats.batches.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace isthmus::selfplay
