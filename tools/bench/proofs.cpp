#include <memory>
#include <string>
#include <vector>

#include "engine/fills/bridges.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

namespace {

// Stones at random, as many of either colour.
std::vector<Position> positions(const Board& board) {
  constexpr int kPositions = 16, kStones = 20;
  SplitMix64 random(1);
  std::vector<Position> all(kPositions);
  for (Position& position : all) {
    while (position.occupied().size() < kStones) {
      const auto cell = static_cast<Cell>(random() % static_cast<unsigned>(board.cell_count()));
      if (position.occupied().contains(cell)) continue;
      position.of(position.to_move).insert(cell);
      position.to_move = opponent(position.to_move);
    }
  }
  return all;
}

// One position after the other.
template <class Visit>
Work each(std::vector<Position> positions, Visit visit) {
  return [positions = std::move(positions), visit = std::move(visit),
          next = std::size_t{0}]() mutable {
    visit(positions[next++ % positions.size()]);
    return std::uint64_t{1};
  };
}

}  // namespace

void bench_proofs(BenchTable& table) {
  const std::shared_ptr<const Game> game = make_game(kDefaultGame, 11, 11, SwapRule::none);
  const std::shared_ptr<const Theory> theory = game->theory();
  const std::shared_ptr<VirtualConnections> connections = theory->make_connections();
  const std::vector<Position> all = positions(game->board());
  const std::string what = game->name() + " 11x11, 20 stones";
  const Contender bridges{"bridges", each(all, [game](const Position& position) {
                            do_not_optimize(find_bridges(game->board(), position.of(Colour::black),
                                                         position.of(Colour::white))
                                                .size());
                          })};
  table.add({"inferior cells", what, "positions"}, bridges,
            {"fill-in", each(all, [game, theory](const Position& position) {
               do_not_optimize(static_cast<std::uint64_t>(theory->fill_in(position).dead.size()));
             })});
  table.add({"connections", what, "positions"}, bridges,
            {"H-search", each(all, [game, theory, connections](const Position& position) {
               connections->find(position, position.to_move);
               do_not_optimize(static_cast<std::uint64_t>(connections->must_play().size()));
             })});
}

}  // namespace isthmus
