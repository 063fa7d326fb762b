#include "games/hex/hex_solver.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/board_words.hpp"
#include "engine/solve/solve_each.hpp"
#include "games/hex/proof_search.hpp"

namespace isthmus {

namespace {

template <int kWords>
class HexSolver : public Solver {
 public:
  HexSolver(const Board& board, const SolverOptions& options,
            const std::optional<ConnectionLimits>& limits, const HexPieces& pieces)
      : board_(board), shared_(board, options, limits, pieces) {
    for (int i = 0; i < options.threads; ++i) searches_.emplace_back(shared_);
  }

  Solution solve_after(const Position& first, std::span<const Move> moves,
                       const SolveLimits& limits, std::stop_token stop) override {
    const Position position = after(first, moves);
    const SolveBudget budget(limits, std::move(stop));
    Solution solution;
    Entry entry;
    std::mutex mutex;
    shared_.threads.run(
        [&](int i) {
          const Entry found = searches_[static_cast<std::size_t>(i)].solve(
              stones_of<kWords>(position), position.to_move);
          const std::lock_guard guard(mutex);
          if (!entry.is_solved()) entry = found;
          return found.is_solved();
        },
        [&](std::int64_t nodes) { return budget.is_spent(nodes); });
    solution.nodes = shared_.threads.nodes();
    solution.seconds = budget.seconds();
    if (!entry.is_solved()) return solution;
    set_proof(solution, entry);
    solution.line = searches_[0].line(entry);
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(board_.cells() - position.occupied(), limits, stop, shared_.threads,
                      [&](Cell cell, const SolveLimits& left) {
                        const Move move(cell);
                        return solve_after(position, {&move, 1}, left, stop);
                      });
  }

  void solve_apart(const SolveLimits& limits, std::stop_token stop,
                   const std::function<bool(int i, const Ask& ask)>& body) override {
    const SolveBudget budget(limits, std::move(stop));
    shared_.threads.run(
        [&](int i) {
          return body(i, [&](const Position& position) {
            const Entry entry = searches_[static_cast<std::size_t>(i)].solve(
                stones_of<kWords>(position), position.to_move);
            Solution solution;
            if (!entry.is_solved()) return solution;
            set_proof(solution, entry);
            if (entry.best != Move::none()) solution.line = {entry.best};
            return solution;
          });
        },
        [&](std::int64_t nodes) { return budget.is_spent(nodes); });
  }

  Expansion expand(const Position& first, std::span<const Move> of_line) override {
    const Position position = after(first, of_line);
    const Stones stones = stones_of<kWords>(position);
    const Colour mover = position.to_move, other = opponent(mover);
    const Key key{stones, mover};
    FilledBoard<kWords> filled = fill_in(shared_.board, stones);
    Cells moves = shared_.board.cells() - stones.all(), carrier;
    if (const auto entry = shared_.table.find(key); entry && !entry->is_solved()) {
      filled = shared_.fill_in(*entry);
      moves = entry->moves;
      carrier = filled.rests_on(other, entry->carrier);
    }
    Expansion expansion;
    std::vector<Cell> order;
    if (auto ordered = shared_.orders.find(key)) order = std::move(ordered->moves);
    expansion.is_ordered = !order.empty();
    if (order.empty()) moves.for_each([&](Cell cell) { order.push_back(cell); });
    for (const Cell cell : order) {
      if (!moves.contains(cell)) continue;
      Key next{filled.stones, other};
      next.stones[mover].insert(cell);
      OpenMove open{Move(cell)};
      if (const auto known = shared_.table.find(next); known && !known->is_solved()) {
        open = {Move(cell), known->to_win, known->to_lose};
      }
      expansion.moves.push_back(open);
    }
    expansion.carrier = carrier.template resized<kMaxCells / 64>();
    return expansion;
  }

  SolverStatus status() const override { return shared_.threads.status(); }
  void write_table(const WriteWords& write) const override { shared_.table.write(write); }
  void read_table(std::span<const std::uint64_t> words) override {
    shared_.table.read(words, shared_.board.cells());
  }

 private:
  using Cells = typename ProofSearch<kWords>::Cells;
  using Entry = typename ProofSearch<kWords>::Entry;
  using Key = typename ProofSearch<kWords>::Key;
  using Stones = typename ProofSearch<kWords>::Stones;

  static void set_proof(Solution& solution, const Entry& entry) {
    solution.proof = entry.wins() ? Proof::win : Proof::loss;
    solution.carrier = entry.carrier.template resized<kMaxCells / 64>();
  }
  static Position after(const Position& first, std::span<const Move> moves) {
    Position position = first;
    for (const Move move : moves) {
      position.of(position.to_move).insert(move.cell());
      position.to_move = opponent(position.to_move);
    }
    return position;
  }

  const Board& board_;
  typename ProofSearch<kWords>::Shared shared_;
  std::deque<ProofSearch<kWords>> searches_;  // by thread
};

std::unique_ptr<Solver> make(const Board& board, const SolverOptions& options,
                             const std::optional<ConnectionLimits>& limits,
                             const HexPieces& pieces) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<HexSolver<decltype(words)::value>>(board, options, limits, pieces);
  });
}

}  // namespace

std::unique_ptr<Solver> make_hex_solver(const Board& board, const SolverOptions& options) {
  return make(board, options, std::nullopt, {});
}
std::unique_ptr<Solver> make_hex_solver(const Board& board, const SolverOptions& options,
                                        const ConnectionLimits& limits, const HexPieces& pieces) {
  return make(board, options, limits, pieces);
}

}  // namespace isthmus
