#include "games/hex/circuit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace isthmus {

namespace {

// Gauss-Seidel relaxation from a half everywhere; more of it orders moves no better.
constexpr int kSweeps = 12;

// How well two ends conduct that are next to each other, or that a full connection joins.
constexpr double conductance(bool are_neighbours, int chains) {
  if (are_neighbours) return chains > 0 ? 1 : 0.5;
  return 0.5 * chains;
}

}  // namespace

template <int kWords>
std::vector<double> cell_currents(const HexBoard<kWords>& board,
                                  const HSearch<kWords>& connections) {
  using End = typename HSearch<kWords>::End;
  struct Wire {
    End to;
    double conductance;
  };
  const auto ends = static_cast<End>(connections.end_count());
  std::vector<std::vector<Wire>> wires(ends);
  for (End a = 0; a < ends; ++a) {
    for (End b = 0; b < a; ++b) {
      const auto full = connections.full(a, b);
      if (full.empty()) continue;
      const double joined =
          conductance(full.front().size == 0, connections.is_chain(a) + connections.is_chain(b));
      if (joined == 0) continue;
      wires[a].push_back({b, joined});
      wires[b].push_back({a, joined});
    }
  }

  const auto edges = static_cast<End>(board.edge_count());
  std::vector<double> currents(static_cast<std::size_t>(board.cell_range()));
  std::vector<double> potential(ends);
  const auto through = [&](End end) {
    double flow = 0;
    for (const Wire& wire : wires[end]) {
      flow += wire.conductance * std::abs(potential[end] - potential[wire.to]);
    }
    return flow;
  };
  // From each edge to the others; of two once is enough.
  for (End source = 0; source < (edges == 2 ? 1 : edges); ++source) {
    std::fill(potential.begin(), potential.end(), 0.5);
    for (End edge = 0; edge < edges; ++edge) potential[edge] = edge == source ? 1 : 0;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (End end = edges; end < ends; ++end) {
        double flow = 0, conductances = 0;
        for (const Wire& wire : wires[end]) {
          flow += wire.conductance * potential[wire.to];
          conductances += wire.conductance;
        }
        if (conductances > 0) potential[end] = flow / conductances;
      }
    }
    double all = 0;
    for (End edge = 0; edge < edges; ++edge) all += through(edge);
    for (End end = edges; all > 0 && end < ends; ++end) {
      if (connections.is_chain(end)) continue;
      currents[connections.cells_of(end).first()] += through(end) / all;
    }
  }
  return currents;
}

#define ISTHMUS_CIRCUIT(kWords)                                             \
  template std::vector<double> cell_currents(const HexBoard<kWords>& board, \
                                             const HSearch<kWords>& connections)
ISTHMUS_CIRCUIT(1);
ISTHMUS_CIRCUIT(2);
ISTHMUS_CIRCUIT(3);
ISTHMUS_CIRCUIT(6);
ISTHMUS_CIRCUIT(16);
#undef ISTHMUS_CIRCUIT

}  // namespace isthmus
