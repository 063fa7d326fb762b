#include <memory>

#include "engine/random/splitmix.hpp"
#include "engine/search/search.hpp"
#include "games/list.hpp"
#include "tools/bench/suites.hpp"
#include "tools/evaluators/evaluators.hpp"

namespace isthmus {

namespace {

constexpr std::int64_t kVisits = 200;
constexpr int kMoves = 8;

void fold(std::uint64_t& signature, std::int64_t number) {
  signature = SplitMix64::mix(signature + static_cast<std::uint64_t>(number) + 1);
}

// Plays the first moves of a game, searching before each.
void play(const GameEntry& entry, SwapRule swap, std::uint64_t& signature) {
  Settings settings;
  settings.fills = 1024;
  settings.playouts = 16;
  const std::shared_ptr<const Game> game = entry.make(entry.default_size, entry.default_size, swap);
  const PlayoutBackends backends = make_playout_backends(Backend::cpu, {}, [](const auto&) {});
  const EvaluatorFactory make_evaluator =
      game->fill_rule() ? fills_evaluators(backends.fills) : playout_evaluators(backends, 1);
  const std::unique_ptr<Evaluator> evaluator = make_evaluator(*game, settings);
  Search search(*game, *evaluator, settings);
  Record record(game);
  for (int i = 0; i < kMoves; ++i) {
    search.set_root(record);
    const SearchReport report = search.run({.visits = kVisits});
    for (const MoveReport& move : report.moves) {
      fold(signature, move.move.code());
      fold(signature, move.visits);
    }
    record.play(report.moves.front().move);
  }
}

}  // namespace

std::uint64_t bench_signature() {
  std::uint64_t signature = 0;
  for (const GameEntry& entry : games()) {
    for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
      play(entry, swap, signature);
    }
  }
  // Short enough to be read aloud.
  return signature >> 32U;
}

}  // namespace isthmus
