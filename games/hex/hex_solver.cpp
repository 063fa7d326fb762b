#include "games/hex/hex_solver.hpp"

#include <utility>

#include "engine/game/board_words.hpp"
#include "engine/solve/solve_each.hpp"
#include "games/hex/proof_search.hpp"

namespace isthmus {

namespace {

template <int kWords>
class HexSolver : public Solver {
 public:
  HexSolver(const Board& board, std::size_t bytes) : board_(board), search_(board, bytes) {}

  Solution solve(const Position& position, const SolveLimits& limits,
                 std::stop_token stop) override {
    const SolveBudget budget(limits, std::move(stop));
    Solution solution;
    const auto entry = search_.solve(stones_of<kWords>(position), position.to_move,
                                     [&](std::int64_t nodes) { return budget.is_spent(nodes); });
    solution.nodes = search_.nodes();
    solution.seconds = budget.seconds();
    if (!entry.is_solved()) return solution;
    solution.proof = entry.wins() ? Proof::win : Proof::loss;
    solution.carrier = entry.carrier.template resized<kMaxCells / 64>();
    solution.line = search_.line(entry);
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(board_.cells() - position.occupied(), limits, stop,
                      [&](Cell cell, const SolveLimits& left) {
                        Position next = position;
                        next.of(position.to_move).insert(cell);
                        next.to_move = opponent(position.to_move);
                        return solve(next, left, stop);
                      });
  }

 private:
  const Board& board_;
  ProofSearch<kWords> search_;
};

}  // namespace

std::unique_ptr<Solver> make_hex_solver(const Board& board, std::size_t bytes) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<HexSolver<decltype(words)::value>>(board, bytes);
  });
}

}  // namespace isthmus
