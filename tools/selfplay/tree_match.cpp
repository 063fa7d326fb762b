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
  using Clock = std::chrono::steady_clock;

  PlayerSlots(TreeGames& trees, int count)
      : trees_(trees),
        free_(std::greater<>(), numbers_up_to(count)),
        games_(static_cast<std::size_t>(count)),
        since_(games_.size()) {}

  bool is_empty() const { return free_.size() == games_.size(); }

  // The least free slot: those behind the last that is taken cost nothing.
  void begin(TreeMatchGame game) {
    const int slot = free_.top();
    free_.pop();
    trees_.begin(slot, {.position = game.position, .is_for_one_move = true, .taken = game.taken});
    games_[static_cast<std::size_t>(slot)] = std::move(game);
    since_[static_cast<std::size_t>(slot)] = Clock::now();
  }
  // Frees the slot of a game whose move was found, which it has after that.
  TreeMatchGame take(int slot, Move move) {
    free_.push(slot);
    TreeMatchGame game = std::move(games_[static_cast<std::size_t>(slot)]);
    const std::chrono::duration<double> seconds =
        Clock::now() - since_[static_cast<std::size_t>(slot)];
    game.moves.push_back({move, seconds.count()});
    return game;
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
  std::vector<TreeMatchGame> games_;      // by slot
  std::vector<Clock::time_point> since_;  // likewise: when it became the player's turn
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
  if (settings.visits < 2) return "they make two visits or more";
  if (settings.visits > kMostVisits) {
    return "they make no more than " + std::to_string(kMostVisits) + " visits";
  }
  return tree_obstacle(settings);
}

TreeMatchGame begin_match_game(const Game& game, const Opening& opening, std::size_t number,
                               std::array<std::size_t, 2> players) {
  TreeMatchGame begun{number, players, game.start(), std::array<CellSet, 2>{}};
  for (const Move move : opening) {
    const auto before = begun.position.stones;
    game.play(begun.position, move);
    begun.moves.push_back({move});
    note_taken(before, begun.position.stones, *begun.taken);
  }
  return begun;
}

void play_match_on_trees(const Game& game, std::span<TreeGames* const> trees, int parallel,
                         const std::stop_token& stop, EvaluationStats& stats,
                         const NextMatchGame& next, const EndMatchGame& end,
                         const AdjudicateMatchGame& adjudicate) {
  std::vector<PlayerSlots> players;
  for (TreeGames* of_player : trees) players.emplace_back(*of_player, parallel);
  int in_play = 0;
  const auto search = [&](TreeMatchGame at) {
    players[at.players[static_cast<std::size_t>(index(at.position.to_move))]].begin(std::move(at));
  };
  const auto begin_games = [&] {
    while (in_play < parallel) {
      auto begun = next();
      if (!begun) return;
      ++in_play;
      search(std::move(*begun));
    }
  };
  const auto play = [&](TreeMatchGame at) {
    const auto before = at.position.stones;
    game.play(at.position, at.moves.back().move);
    if (at.taken) note_taken(before, at.position.stones, *at.taken);
    at.result = at.position.result;
    if (at.result == Result::ongoing && adjudicate) at.result = adjudicate(at);
    if (at.result == Result::ongoing) {
      search(std::move(at));
    } else {
      --in_play;
      end(at);
    }
  };

  using Clock = PlayerSlots::Clock;
  auto begin = Clock::now();
  const auto count = [&](std::atomic<std::int64_t>& nanoseconds) {
    const auto now = Clock::now();
    nanoseconds.fetch_add(std::chrono::nanoseconds(now - begin).count(), std::memory_order_relaxed);
    begin = now;
  };
  for (begin_games(); in_play > 0 && !stop.stop_requested(); begin_games()) {
    for (PlayerSlots& player : players) {
      if (player.is_empty()) continue;
      count(stats.playing_ns);
      const auto moves = player.step();
      count(stats.evaluating_ns);
      stats.evaluations.fetch_add(player.new_evaluations(), std::memory_order_relaxed);
      stats.batches.fetch_add(1, std::memory_order_relaxed);
      for (const TreeMove& move : moves) play(player.take(move.slot, Move(move.cell)));
    }
  }
}

}  // namespace isthmus::selfplay
