#include "games/y/y.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/hex/hex_certifier.hpp"
#include "games/hex/hex_solver.hpp"

namespace isthmus {

std::vector<Symmetry> Y::symmetries() const {
  const Board& on = board();
  std::vector<Symmetry> all;
  for (bool exchanges_colours : {false, true}) {
    // A cell's distances to the three edges, in any order, are again those of a cell.
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      all.push_back(make_symmetry(on, exchanges_colours, [&](int r, int c) {
        const std::array distances{r, c, on.rows() - 1 - r - c};
        return on.at(distances[order[0]], distances[order[1]]);
      }));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return all;
}

std::unique_ptr<Solver> Y::own_solver(const SolverOptions& options) const {
  return make_hex_solver(board(), options);
}

std::unique_ptr<const Certifier> Y::certifier() const { return make_hex_certifier(*this); }

}  // namespace isthmus
