#include "games/hex/circuit.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/hex/chains.hpp"

namespace isthmus {

namespace {

// Gauss-Seidel relaxation from a half everywhere; more of it orders moves no better.
constexpr int kSweeps = 24;

}  // namespace

template <int kWords>
std::vector<double> cell_currents(const HexBoard<kWords>& board, const HexStones<kWords>& stones,
                                  Colour colour) {
  using Node = std::uint16_t;
  struct Wire {
    Node to;
    double conductance;
  };
  const Chains<kWords> chains(board, stones, colour);
  // Chains are nodes by their number, then the empty cells.
  std::vector<Node> node_of(static_cast<std::size_t>(board.cell_range()));
  auto count = static_cast<Node>(chains.count());
  chains.empty().for_each([&](Cell cell) { node_of[cell] = count++; });
  std::vector<std::vector<Wire>> wires(count);
  chains.empty().for_each([&](Cell cell) {
    (board.neighbours(cell) & chains.empty()).for_each([&](Cell other) {
      wires[node_of[cell]].push_back({node_of[other], 0.5});
    });
  });
  for (Node chain = 0; chain < chains.count(); ++chain) {
    chains.liberties(chain).for_each([&](Cell cell) {
      wires[chain].push_back({node_of[cell], 1});
      wires[node_of[cell]].push_back({chain, 1});
    });
  }

  std::vector<double> potential(count, 0.5);
  potential[0] = 1;
  potential[1] = 0;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t node = 2; node < count; ++node) {
      double flow = 0, conductance = 0;
      for (const Wire& wire : wires[node]) {
        flow += wire.conductance * potential[wire.to];
        conductance += wire.conductance;
      }
      if (conductance > 0) potential[node] = flow / conductance;
    }
  }
  const auto through = [&](std::size_t node) {
    double flow = 0;
    for (const Wire& wire : wires[node]) {
      flow += wire.conductance * std::abs(potential[node] - potential[wire.to]);
    }
    return flow;
  };
  const double all = through(0) + through(1);
  std::vector<double> currents(static_cast<std::size_t>(board.cell_range()));
  if (all > 0) {
    chains.empty().for_each([&](Cell cell) { currents[cell] = through(node_of[cell]) / all; });
  }
  return currents;
}

#define ISTHMUS_CIRCUIT(kWords)                                             \
  template std::vector<double> cell_currents(const HexBoard<kWords>& board, \
                                             const HexStones<kWords>& stones, Colour colour)
ISTHMUS_CIRCUIT(1);
ISTHMUS_CIRCUIT(2);
ISTHMUS_CIRCUIT(3);
ISTHMUS_CIRCUIT(6);
ISTHMUS_CIRCUIT(16);
#undef ISTHMUS_CIRCUIT

}  // namespace isthmus
