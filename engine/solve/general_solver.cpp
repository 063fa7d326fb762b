#include "engine/solve/general_solver.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "engine/board/board_words.hpp"
#include "engine/solve/df_pn.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/solve/solve_with_draws.hpp"
#include "engine/theory/knowledge.hpp"
#include "engine/theory/theory.hpp"

namespace isthmus {

namespace {

template <int kWords>
class GeneralSolver : public Solver {
 public:
  // By the game's knowledge as well, or by its rules alone.
  GeneralSolver(const Game& game, const SolverOptions& options, bool has_knowledge)
      : game_(game), shared_(game, options) {
    for (int i = 0; i < options.threads; ++i) {
      searches_.emplace_back(shared_, has_knowledge ? game.knowledge(options) : nullptr);
    }
  }

  Solution solve_after(const Position& first, std::span<const Move> moves,
                       const SolveLimits& limits, std::stop_token stop) override {
    const SolveBudget budget(limits, std::move(stop));
    Position position = first;
    for (const Move move : moves) game_.play(position, move);
    Solution solution;
    Colour asked = position.to_move;
    if (!game_.legal_cells(position).empty()) {
      asked = solve_with_draws<Known>(
          position.to_move, budget, shared_.threads,
          [&](std::size_t i, Colour drawn_for) {
            return searches_[i].solve(first, moves, drawn_for);
          },
          [](const Known& known) { return known.grounds.has_draw; }, solution);
    }
    if (solution.proof != Proof::unknown) {
      solution.carrier = game_.board().cells() - position.occupied();
      solution.line = searches_[0].line(first, moves, asked);
    }
    solution.seconds = budget.seconds();
    return solution;
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(game_, position, limits, stop, shared_.threads, *this);
  }

  Expansion expand(const Position& first, std::span<const Move> moves) override {
    return searches_[0].expand(first, moves);
  }

  SolverStatus status() const override { return shared_.threads.status(); }
  void write_table(const WriteWords& write) const override { shared_.table.write(write); }
  void read_table(std::span<const std::uint64_t> words) override {
    shared_.table.read(words, game_.board().cells().template resized<kWords>());
  }

 private:
  using Known = typename DfPn<kWords>::Known;

  const Game& game_;
  typename DfPn<kWords>::Shared shared_;
  std::deque<DfPn<kWords>> searches_;  // by thread
};

std::unique_ptr<Solver> make(const Game& game, const SolverOptions& options, bool has_knowledge) {
  return with_words_for(game.board(), [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<GeneralSolver<decltype(words)::value>>(game, options, has_knowledge);
  });
}

}  // namespace

std::unique_ptr<Solver> make_general_solver(const Game& game, const SolverOptions& options) {
  return make(game, options, false);
}

std::unique_ptr<Solver> make_solver(const Game& game, const SolverOptions& options) {
  if (const auto theory = game.theory()) return theory->make_solver(options);
  if (auto solver = game.own_solver(options)) return solver;
  return make(game, options, true);
}

}  // namespace isthmus
