#include "tools/bench/playouts.hpp"

#include <set>
#include <string>

#include "tools/bench/suites.hpp"

namespace isthmus {

std::vector<const GameEntry*> games_by_playout_rule() {
  std::set<PlayoutRule> seen{PlayoutRule::moves};
  std::vector<const GameEntry*> found;
  for (const GameEntry& entry : games()) {
    const auto game = entry.make(entry.default_size, entry.default_size, SwapRule::none);
    if (seen.insert(game->playout_rule()).second) found.push_back(&entry);
  }
  return found;
}

void bench_playouts(BenchTable& table) {
  const PlayoutBackends backends = make_playout_backends(Backend::cpu, {}, [](const auto&) {});
  const auto add = [&](const GameEntry& entry, int size) {
    const std::shared_ptr<const Game> game = entry.make(size, size, SwapRule::none);
    with_playout_task(backends, *game, game->start(), 4096, [&](const auto& task, auto backend) {
      table.add({"playouts", game->name() + ' ' + std::to_string(size), "playouts"},
                {"move by move", playouts_move_by_move(game, game->start())},
                {"many at a time", PlayoutBatch(backend, task, 1)});
    });
  };
  for (const GameEntry* entry : games_by_playout_rule()) {
    for (const int size : {6, 9, entry->default_size}) add(*entry, size);
  }
}

}  // namespace isthmus
