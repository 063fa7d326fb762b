#include "tools/bench/proofs.hpp"

#include <memory>
#include <vector>

#include "engine/playout/bridges.hpp"
#include "engine/random/splitmix.hpp"
#include "games/hex/connections.hpp"
#include "games/hex/inferior_cells.hpp"

namespace isthmus {

namespace {

constexpr int kWords = 2;

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
  const auto board = std::make_shared<const Board>(Board::rhombus(11, 11));
  const auto hex = std::make_shared<const HexBoard<kWords>>(*board);
  const auto connections = std::make_shared<Connections<kWords>>(*hex);
  const std::vector<Position> all = positions(*board);
  const Contender bridges{
      "bridges", each(all, [board](const Position& position) {
        keep(find_bridges(*board, position.of(Colour::black), position.of(Colour::white)).size());
      })};
  table.add({"inferior cells", "hex 11x11, 20 stones", "positions"}, bridges,
            {"fill-in", each(all, [hex](const Position& position) {
               const auto filled = fill_in(*hex, stones_of<kWords>(position));
               keep(static_cast<std::uint64_t>(filled.dead.size()));
             })});
  table.add({"connections", "hex 11x11, 20 stones", "positions"}, bridges,
            {"H-search", each(all, [hex, connections](const Position& position) {
               connections->find(stones_of<kWords>(position), position.to_move);
               keep(static_cast<std::uint64_t>(connections->must_play().size()));
             })});
}

}  // namespace isthmus
