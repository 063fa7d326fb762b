#include <chrono>
#include <string>
#include <type_traits>

#include "tools/bench/baselines_rows.hpp"
#include "tools/bench/playouts.hpp"

namespace isthmus {

namespace {

constexpr std::uint32_t kPlayouts = 1u << 16;

// Calls of one task that take so long that its longest playouts hardly count: a game with captures
// may have ten times as many moves as most.
template <class Task>
Work long_batches(std::shared_ptr<const PlayoutBackend<Task, OutcomeCounts>> backend,
                  const Task& task) {
  constexpr std::chrono::milliseconds kLongEnough(std::is_same_v<Task, CaptureTask> ? 400 : 50);
  return launches(
      [batch = PlayoutBatch(backend, task, 1)](std::uint32_t rounds) mutable {
        batch.set_playouts(rounds * kPlayouts);
        return batch();
      },
      kLongEnough);
}

void add_row(SeedsSuite& suite, const PlayoutBackends& backends,
             const std::shared_ptr<const Game>& game, const Position& position,
             const std::string& name) {
  with_playout_task(backends, *game, position, kPlayouts, [&](const auto& task, auto backend) {
    suite.table.add({"playouts with winner and tallies", name, "playouts"},
                    {"move by move, one core", playouts_move_by_move(game, position)},
                    {"many at a time", long_batches(backend, task)});
  });
}

// With the cells counted at the exact end in place of the board that decides.
void add_exact_row(SeedsSuite& suite, const PlayoutBackends& backends,
                   const std::shared_ptr<const Game>& game, const std::string& name) {
  if (game->playout_rule() != PlayoutRule::shapes) return;
  ShapeTask task = make_shape_task(*game, game->start(), kPlayouts, 0);
  task.exact_end = true;
  suite.table.add({"playouts with winner and tallies", name + ", exact end", "playouts"},
                  {"move by move, one core", playouts_move_by_move(game, game->start())},
                  {"many at a time", long_batches(backends.shapes, task)});
}

// How soon a batch of leaves is back.
void add_leaves(SeedsSuite& suite, const PlayoutBackends& backends, const Game& game,
                const std::string& game_name) {
  constexpr std::size_t kLeaves = 64;
  const std::string name = "64 leaves of 1,024 playouts, " + game_name;
  if (!suite.table.wants(name)) return;
  with_playout_task(backends, game, game.start(), 1024, [&](const auto& task, auto backend) {
    const double seconds = median_time(PlayoutBatch(backend, task, kLeaves)).count();
    suite.report.figures.push_back({name, "microseconds", 1e6 * seconds, "wanted", 200});
  });
}

}  // namespace

void add_playout_rows(SeedsSuite& suite) {
  const PlayoutBackends backends =
      make_playout_backends(Backend::gpu, {kBenchDevice}, [](const auto&) {});
  const auto add = [&](const GameEntry& entry, int size) {
    if (size < entry.min_size || size > entry.max_size) return;
    const std::shared_ptr<const Game> game = entry.make(size, size, SwapRule::none);
    const std::string name = game->name() + ' ' + std::to_string(size);
    add_row(suite, backends, game, game->start(), name);
    if (size != entry.default_size && size != 9 && size != 10 && size != 12) return;
    add_row(suite, backends, game, position_in_mid_game(*game, game->board().cell_count() / 4),
            name + ", a quarter played");
    add_exact_row(suite, backends, game, name);
    add_leaves(suite, backends, *game, name);
  };
  for (const GameEntry* entry : games_by_playout_rule()) {
    for (const int size : {5, 7, 8, 9, 10, 11, 12, 13, 16, 19}) add(*entry, size);
  }
}

}  // namespace isthmus
