#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <stop_token>
#include <utility>

#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// A solver by searches that know wins and losses alone, one a thread: first with draws counted as
// lost by the mover, and where he loses so by draws, once more with draws counted as won. Carriers
// are all empty cells. A Search has
//
//   Shared  what the threads share: the `game`, a `table` (a ProofTable), its cells(), `threads`
//   Known   what is known of a position: is_solved(), wins() and loses() for its mover, and
//           relies_on_draws() of that
//   solve() and line() of the position after some moves, draws being won by `drawn_for`, and
//   expand(), as df_pn.hpp has them
template <class Search>
class SolverWithDraws : public Solver {
 public:
  // `more` is what else a Shared is made of. The game must outlive this.
  template <class... More>
  SolverWithDraws(const Game& game, const SolverOptions& options, const More&... more)
      : shared_(game, options, more...) {
    for (int i = 0; i < options.threads; ++i) searches_.emplace_back(shared_);
  }

  Solution solve_after(const Position& first, std::span<const Move> moves,
                       const SolveLimits& limits, std::stop_token stop) override {
    const SolveBudget budget(limits, std::move(stop));
    Position position = first;
    for (const Move move : moves) shared_.game.play(position, move);
    Solution solution;
    Colour drawn_for = opponent(position.to_move);
    if (!shared_.game.legal_cells(position).empty()) {
      const Known known = ask(first, moves, drawn_for, budget, solution);
      if (known.wins()) {
        solution.proof = Proof::win;
      } else if (known.loses() && !known.relies_on_draws()) {
        solution.proof = Proof::loss;
      } else if (known.loses()) {
        drawn_for = position.to_move;
        const Known with_draws = ask(first, moves, drawn_for, budget, solution);
        if (with_draws.is_solved()) solution.proof = with_draws.wins() ? Proof::draw : Proof::loss;
      }
    }
    if (solution.proof != Proof::unknown) {
      solution.carrier = shared_.game.board().cells() - position.occupied();
      solution.line = searches_[0].line(first, moves, drawn_for);
    }
    solution.seconds = budget.seconds();
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(shared_.game, position, limits, stop, shared_.threads, *this);
  }

  Expansion expand(const Position& first, std::span<const Move> moves) override {
    return searches_[0].expand(first, moves);
  }

  SolverStatus status() const override { return shared_.threads.status(); }
  void write_table(const WriteWords& write) const override { shared_.table.write(write); }
  void read_table(std::span<const std::uint64_t> words) override {
    shared_.table.read(words, shared_.cells());
  }

 private:
  using Known = typename Search::Known;

  // By all threads. Adds the nodes to those of the solution.
  Known ask(const Position& first, std::span<const Move> moves, Colour drawn_for,
            const SolveBudget& budget, Solution& solution) {
    Known known;
    std::mutex mutex;
    shared_.threads.run(
        [&](int i) {
          const Known found = searches_[static_cast<std::size_t>(i)].solve(first, moves, drawn_for);
          const std::lock_guard guard(mutex);
          if (!known.is_solved()) known = found;
          return found.is_solved();
        },
        [&](std::int64_t nodes) { return budget.is_spent(solution.nodes + nodes); });
    solution.nodes += shared_.threads.nodes();
    return known;
  }

  typename Search::Shared shared_;
  std::deque<Search> searches_;  // by thread
};

}  // namespace isthmus
