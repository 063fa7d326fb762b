#include "games/havannah/havannah_solver.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>

#include "engine/solve/solve_each.hpp"
#include "engine/solve/solve_with_draws.hpp"
#include "games/havannah/havannah_search.hpp"

namespace isthmus {

namespace {

class HavannahSolver : public Solver {
 public:
  HavannahSolver(const Havannah& game, const SolverOptions& options, const HavannahPieces& pieces)
      : game_(game), shared_(game.board(), game.symmetries(), options, pieces) {
    for (int i = 0; i < options.threads; ++i) searches_.emplace_back(shared_);
  }

  Solution solve_after(const Position& first, std::span<const Move> moves,
                       const SolveLimits& limits, std::stop_token stop) override {
    const SolveBudget budget(limits, std::move(stop));
    const Position position = after(first, moves);
    Solution solution;
    const Colour asked = solve_with_draws<HavannahEntry>(
        position.to_move, budget, shared_.threads,
        [&](std::size_t i, Colour drawn_for) { return searches_[i].solve(position, drawn_for); },
        [](const HavannahEntry& entry) { return entry.has_draw; }, solution);
    if (solution.proof != Proof::unknown) {
      solution.carrier = game_.board().cells() - position.occupied();
      solution.line = searches_[0].line(position, asked);
    }
    solution.seconds = budget.seconds();
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(game_, position, limits, stop, shared_.threads, *this);
  }

  Expansion expand(const Position& first, std::span<const Move> moves) override {
    return searches_[0].expand(after(first, moves));
  }

  SolverStatus status() const override { return shared_.threads.status(); }
  void write_table(const WriteWords& write) const override { shared_.table.write(write); }
  void read_table(std::span<const std::uint64_t> words) override {
    shared_.table.read(words, CellBits<1>::of_words({shared_.board.cells()}));
  }

 private:
  Position after(const Position& first, std::span<const Move> moves) const {
    Position position = first;
    for (const Move move : moves) game_.play(position, move);
    return position;
  }

  const Havannah& game_;
  HavannahSearch::Shared shared_;
  std::deque<HavannahSearch> searches_;  // by thread
};

}  // namespace

std::unique_ptr<Solver> make_havannah_solver(const Havannah& game, const SolverOptions& options,
                                             const HavannahPieces& pieces) {
  return std::make_unique<HavannahSolver>(game, options, pieces);
}

std::unique_ptr<Solver> Havannah::own_solver(const SolverOptions& options) const {
  if (size().rows > kMaxShapeSide) return nullptr;
  return make_havannah_solver(*this, options);
}

}  // namespace isthmus
