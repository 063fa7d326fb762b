#include "tools/book/prove.hpp"

#include <vector>

#include "tools/base/bad_input.hpp"
#include "tools/book/solutions.hpp"

namespace isthmus::book {

std::int64_t prove(Book& book, Solver& solver, const SolveLimits& limits,
                   const std::stop_token& stop,
                   const std::function<void(std::size_t done, std::size_t all)>& report) {
  if (!keeps_proofs(book.game())) {
    throw BadInput("who wins at " + book.game().name() +
                   " depends on earlier positions: a book of it keeps no proofs");
  }
  const std::vector<Position> positions = book.open_positions();
  std::int64_t proven = 0;
  for (std::size_t i = 0; i < positions.size() && !stop.stop_requested(); ++i) {
    const Solution solution = solver.solve(positions[i], limits, stop);
    keep(book.proofs(), book.game(), positions[i], solution);
    proven += solution.proof != Proof::unknown;
    report(i + 1, positions.size());
  }
  return proven;
}

}  // namespace isthmus::book
