#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "engine/board/position.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Solves a position by searches that know wins and losses alone: first with draws counted as lost
// by the mover, and where he loses so by draws, once more with draws counted as won. Adds the nodes
// to the solution and sets its proof, where there is one. Returns for whom draws counted last.
//   Known            what is known of a position: is_solved(), wins() and loses() for its mover
//   search           (std::size_t i, Colour drawn_for) -> Known, by thread i
//   relies_on_draws  (const Known&) -> whether a loss does
template <class Known, class Search, class ReliesOnDraws>
Colour solve_with_draws(Colour mover, const SolveBudget& budget, SearchThreads& threads,
                        const Search& search, const ReliesOnDraws& relies_on_draws,
                        Solution& solution) {
  const auto ask = [&](Colour drawn_for) {
    const std::int64_t before = solution.nodes;
    Known known;
    std::mutex mutex;
    threads.run(
        [&](int i) {
          const Known found = search(static_cast<std::size_t>(i), drawn_for);
          const std::lock_guard guard(mutex);
          if (!known.is_solved()) known = found;
          return found.is_solved();
        },
        [&](std::int64_t nodes) { return budget.is_spent(before + nodes); });
    solution.nodes += threads.nodes();
    return known;
  };
  const Known known = ask(opponent(mover));
  if (known.wins()) {
    solution.proof = Proof::win;
  } else if (known.loses() && !relies_on_draws(known)) {
    solution.proof = Proof::loss;
  } else if (known.loses()) {
    const Known with_draws = ask(mover);
    if (with_draws.is_solved()) solution.proof = with_draws.wins() ? Proof::draw : Proof::loss;
    return mover;
  }
  return opponent(mover);
}

}  // namespace isthmus
