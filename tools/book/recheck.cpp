#include "tools/book/recheck.hpp"

#include <vector>

#include "tools/book/solutions.hpp"

namespace isthmus::book {

Rechecked recheck(Book& book, Solver& solver, const SolveLimits& limits,
                  const std::stop_token& stop,
                  const std::function<void(std::size_t done, std::size_t all)>& report) {
  const std::vector<ProvenPosition> claims = book.proofs().unchecked();
  Rechecked found;
  for (std::size_t i = 0; i < claims.size() && !stop.stop_requested(); ++i) {
    const Solution solution = solver.solve(claims[i].position, limits, stop);
    keep(book.proofs(), book.game(), claims[i].position, solution);
    ++(solution.proof == Proof::unknown    ? found.undecided
       : solution.proof == claims[i].proof ? found.right
                                           : found.wrong);
    report(i + 1, claims.size());
  }
  return found;
}

std::string unchecked_text(Book& book) {
  const std::int64_t count = book.proofs().unchecked_count();
  if (count == 0) return "";
  return book.path().string() + " has " + std::to_string(count) +
         " proofs of an earlier version, some of which may be false: they are left aside; solve "
         "them "
         "again with isthmus book " +
         book.path().string() + " --recheck 60";
}

}  // namespace isthmus::book
