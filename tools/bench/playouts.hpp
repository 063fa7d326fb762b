#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "engine/playout/playout_backend.hpp"
#include "engine/playout/random_playout.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "gpu/playout/make_playout_backend.hpp"
#include "tools/bench/table.hpp"

// Random playouts many at a time beside the same move by move, for the suites of CPUs and GPUs.

namespace isthmus {

// Plays a batch of tasks out that differ in their seeds.
template <class Task>
class PlayoutBatch {
 public:
  using Backend = PlayoutBackend<Task, OutcomeCounts>;

  PlayoutBatch(std::shared_ptr<const Backend> backend, const Task& task, std::size_t size)
      : backend_(std::move(backend)), tasks_(size, task), counts_(size) {}

  // As many playouts as there are in all.
  std::uint64_t operator()() {
    std::uint64_t playouts = 0;
    for (Task& task : tasks_) {
      task.seed = ++seed_;
      playouts += task.playouts;
    }
    backend_->run(tasks_, counts_);
    do_not_optimize(counts_.front().black_wins);
    return playouts;
  }
  // Of each task.
  void set_playouts(std::uint32_t playouts) {
    for (Task& task : tasks_) task.playouts = playouts;
  }

 private:
  std::shared_ptr<const Backend> backend_;
  std::vector<Task> tasks_;
  std::vector<OutcomeCounts> counts_;
  std::uint64_t seed_ = 0;
};

// Calls with(make_task(), backend) for what the backends have for the game.
template <class With>
void with_playout_task(const PlayoutBackends& backends, const Game& game, const Position& position,
                       std::uint32_t playouts, With&& with) {
  if (game.playout_rule() == PlayoutRule::shapes) {
    with(make_shape_task(game, position, playouts, 0), backends.shapes);
  }
  if (game.playout_rule() == PlayoutRule::captures) {
    with(make_capture_task(game, position, playouts, 0), backends.captures);
  }
}

// A position after this many random moves, or some fewer where the game would be over.
inline Position position_in_mid_game(const Game& game, int moves) {
  SplitMix64 random(5);
  Position position = game.start();
  while (moves-- > 0) {
    const std::vector<Move> legal = game.legal_moves(position);
    Position next = position;
    game.play(next, legal[random() % legal.size()]);
    if (next.result != Result::ongoing) break;
    position = next;
  }
  return position;
}

// Playouts move by move, for which nothing but the rules is known, on one core.
inline Work playouts_move_by_move(std::shared_ptr<const Game> game, const Position& position) {
  return [game = std::move(game), position, random = SplitMix64(1)]() mutable {
    constexpr int kPlayouts = 4;
    for (int i = 0; i < kPlayouts; ++i) {
      Position played = position;
      play_out(*game, 4 * game->board().cell_count(), random, played);
      do_not_optimize(static_cast<std::uint64_t>(played.result));
    }
    return std::uint64_t{kPlayouts};
  };
}

// One game for each way to play many playouts at a time.
std::vector<const GameEntry*> games_by_playout_rule();

}  // namespace isthmus
