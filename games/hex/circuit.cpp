#include "games/hex/circuit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

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
  struct Pair {
    End a, b;
    double conductance;
  };
  struct Wire {
    End to;
    double conductance;
  };
  struct Knot {
    std::size_t first = 0, last = 0;  // its wires
    double conductance = 0;           // of all of them
  };
  const auto ends = static_cast<End>(connections.end_count());
  const auto edges = static_cast<End>(board.edge_count());
  std::vector<Pair> pairs;
  std::vector<Knot> knots(ends);
  const auto join = [&](End a, End b, double joined) {
    pairs.push_back({a, b, joined});
    for (const End end : {a, b}) {
      ++knots[end].last;
      knots[end].conductance += joined;
    }
  };
  pairs.reserve(std::size_t{8} * ends);
  for (End a = edges; a < ends; ++a) {
    const bool is_chain = connections.is_chain(a);
    End b = 0;
    for (; b < a && connections.is_chain(b); ++b) {
      const bool are_neighbours = connections.are_neighbours(a, b);
      if (!are_neighbours && connections.full(a, b).empty()) continue;
      join(a, b, conductance(are_neighbours, is_chain ? 2 : 1));
    }
    for (; b < a; ++b) {
      if (connections.are_neighbours(a, b)) join(a, b, conductance(true, 0));
    }
  }
  // Those of each knot lie side by side.
  std::vector<Wire> wires(2 * pairs.size());
  std::size_t count = 0;
  for (Knot& knot : knots) {
    knot.first = count;
    count += std::exchange(knot.last, count);
  }
  for (const auto& [a, b, joined] : pairs) {
    wires[knots[a].last++] = {b, joined};
    wires[knots[b].last++] = {a, joined};
  }
  const auto wires_of = [&](End end) {
    return std::span(wires).subspan(knots[end].first, knots[end].last - knots[end].first);
  };

  std::vector<double> currents(static_cast<std::size_t>(board.cell_range()));
  std::vector<double> potential(ends);
  const auto through = [&](End end) {
    double flow = 0;
    for (const Wire& wire : wires_of(end)) {
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
        double flow = 0;
        for (const Wire& wire : wires_of(end)) flow += wire.conductance * potential[wire.to];
        if (knots[end].conductance > 0) potential[end] = flow / knots[end].conductance;
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
