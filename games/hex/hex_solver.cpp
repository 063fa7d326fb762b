#include "games/hex/hex_solver.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "games/hex/proof_search.hpp"

namespace isthmus {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

template <int kWords>
class HexSolver : public Solver {
 public:
  HexSolver(const Board& board, std::size_t bytes) : board_(board), search_(board, bytes) {}

  Solution solve(const Position& position, const SolveLimits& limits,
                 std::stop_token stop) override {
    const Clock::time_point begin = Clock::now();
    const auto is_over = [&](std::int64_t nodes) {
      return stop.stop_requested() || (limits.nodes > 0 && nodes >= limits.nodes) ||
             (limits.seconds > 0 && seconds_since(begin) >= limits.seconds);
    };
    Solution solution;
    const auto entry = search_.solve(stones_of<kWords>(position), position.to_move, is_over);
    solution.nodes = search_.nodes();
    solution.seconds = seconds_since(begin);
    if (!entry.is_solved()) return solution;
    solution.proof = entry.wins() ? Proof::win : Proof::loss;
    solution.carrier = entry.carrier.template resized<kMaxCells / 64>();
    solution.line = search_.line(entry);
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override;

 private:
  const Board& board_;
  ProofSearch<kWords> search_;
};

template <int kWords>
MoveProofs HexSolver<kWords>::solve_moves(const Position& position, const SolveLimits& limits,
                                          std::stop_token stop) {
  const Clock::time_point begin = Clock::now();
  MoveProofs proofs;
  CellSet rest = board_.cells() - position.occupied();
  const auto is_over = [&] {
    return stop.stop_requested() || (limits.nodes > 0 && proofs.nodes >= limits.nodes) ||
           (limits.seconds > 0 && seconds_since(begin) >= limits.seconds);
  };
  while (!rest.empty() && !is_over()) {
    const Cell cell = rest.first();
    rest.erase(cell);
    Position next = position;
    next.of(position.to_move).insert(cell);
    next.to_move = opponent(position.to_move);
    SolveLimits left = limits;
    if (limits.nodes > 0) left.nodes -= proofs.nodes;
    if (limits.seconds > 0) left.seconds = std::max(1e-6, limits.seconds - seconds_since(begin));
    const Solution solution = solve(next, left, stop);
    proofs.nodes += solution.nodes;
    if (solution.proof == Proof::loss) {
      proofs.wins.insert(cell);
    } else if (solution.proof == Proof::win) {
      // So are all moves that do not touch the refutation.
      proofs.losses.insert(cell);
      proofs.losses = proofs.losses | (rest - solution.carrier);
      rest = rest & solution.carrier;
    } else {
      proofs.unknown.insert(cell);
    }
  }
  proofs.unknown = proofs.unknown | rest;
  proofs.seconds = seconds_since(begin);
  return proofs;
}

}  // namespace

std::unique_ptr<Solver> make_hex_solver(const Board& board, std::size_t bytes) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<HexSolver<decltype(words)::value>>(board, bytes);
  });
}

}  // namespace isthmus
