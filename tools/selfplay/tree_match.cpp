#include "tools/selfplay/tree_match.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "tools/selfplay/tree_play.hpp"

namespace isthmus::selfplay {

namespace {

constexpr std::int64_t kMostVisits = std::numeric_limits<std::uint16_t>::max();

// The games in which it is one player's turn.
class PlayerSlots {
 public:
  PlayerSlots(TreeGames& trees, int count)
      : trees_(trees),
        free_(std::greater<>(), numbers_up_to(count)),
        games_(static_cast<std::size_t>(count)) {}

  bool is_empty() const { return free_.size() == games_.size(); }

  // The least free slot: those behind the last that is taken cost nothing.
  void begin(TreeMatchGame game) {
    const int slot = free_.top();
    free_.pop();
    trees_.begin(slot, {.position = game.position, .is_for_one_move = true, .taken = game.taken});
    games_[static_cast<std::size_t>(slot)] = std::move(game);
  }
  // Frees the slot of a game whose move was found.
  TreeMatchGame take(int slot) {
    free_.push(slot);
    return std::move(games_[static_cast<std::size_t>(slot)]);
  }

  std::span<const TreeMove> step() { return trees_.step(); }
  // How many positions were judged since this was asked last.
  std::int64_t new_evaluations() {
    return trees_.evaluations() - std::exchange(evaluations_, trees_.evaluations());
  }

 private:
  static std::vector<int> numbers_up_to(int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }

  TreeGames& trees_;
  std::priority_queue<int, std::vector<int>, std::greater<>> free_;
  std::vector<TreeMatchGame> games_;  // by slot
  std::int64_t evaluations_ = 0;
};

}  // namespace

TreeSettings match_tree_settings(const Settings& settings) {
  TreeSettings made;
  made.exploration = settings.exploration;
  made.first_play_reduction = settings.first_play_reduction;
  made.root_first_play_reduction = settings.root_first_play_reduction;
  made.net_temperature = settings.net_temperature;
  // Of cheap searches no visits are reported, and they have no noise.
  made.full_share = 0;
  made.visits = made.cheap_visits = static_cast<std::uint32_t>(settings.visits);
  made.temperature = 0;
  made.resign_below = 0;
  return made;
}

std::string match_tree_obstacle(const Settings& settings) {
  if (settings.visits > kMostVisits) {
    return "they make no more than " + std::to_string(kMostVisits) + " visits";
  }
  return tree_obstacle(settings);
}

void play_match_on_trees(const Game& game, const std::array<TreeGames*, 2>& trees, int parallel,
                         const std::stop_token& stop, EvaluationStats& stats,
                         const NextMatchGame& next, const EndMatchGame& end) {
  using Clock = std::chrono::steady_clock;
  std::array<PlayerSlots, 2> players{PlayerSlots(*trees[0], parallel),
                                     PlayerSlots(*trees[1], parallel)};
  // Has a game go on, and where it has ended the next.
  const auto go_on = [&](std::optional<TreeMatchGame> at) {
    while (at && at->position.result != Result::ongoing) {
      end(*at);
      at = next();
    }
    if (!at) return;
    const bool is_black = at->position.to_move == Colour::black;
    players[is_black ? at->black : 1 - at->black].begin(std::move(*at));
  };
  for (int i = 0; i < parallel; ++i) go_on(next());

  auto begin = Clock::now();
  const auto count = [&](std::atomic<std::int64_t>& nanoseconds) {
    const auto now = Clock::now();
    nanoseconds.fetch_add(std::chrono::nanoseconds(now - begin).count(), std::memory_order_relaxed);
    begin = now;
  };
  while (!stop.stop_requested() && !(players[0].is_empty() && players[1].is_empty())) {
    for (PlayerSlots& player : players) {
      if (player.is_empty()) continue;
      count(stats.playing_ns);
      const auto moves = player.step();
      count(stats.evaluating_ns);
      stats.evaluations.fetch_add(player.new_evaluations(), std::memory_order_relaxed);
      stats.batches.fetch_add(1, std::memory_order_relaxed);
      for (const TreeMove& move : moves) {
        TreeMatchGame at = player.take(move.slot);
        const auto before = at.position.stones;
        game.play(at.position, Move(move.cell));
        if (at.taken) note_taken(before, at.position.stones, *at.taken);
        go_on(std::move(at));
      }
    }
  }
}

}  // namespace isthmus::selfplay
