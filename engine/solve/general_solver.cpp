#include "engine/solve/general_solver.hpp"

#include <optional>
#include <utility>

#include "engine/game/board_words.hpp"
#include "engine/game/knowledge.hpp"
#include "engine/game/theory.hpp"
#include "engine/solve/df_pn.hpp"
#include "engine/solve/solve_each.hpp"

namespace isthmus {

namespace {

template <int kWords>
class GeneralSolver : public Solver {
 public:
  GeneralSolver(const Game& game, std::size_t bytes, std::unique_ptr<Knowledge> knowledge)
      : game_(game), knowledge_(std::move(knowledge)), search_(game, bytes, knowledge_.get()) {}

  Solution solve(const Position& position, const SolveLimits& limits,
                 std::stop_token stop) override {
    return solve(position, std::nullopt, position.to_move, limits, std::move(stop));
  }

  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override {
    return solve_each(game_.legal_cells(position), limits, stop,
                      [&](Cell cell, const SolveLimits& left) {
                        Position next = position;
                        game_.play(next, Move(cell));
                        if (next.result == Result::ongoing) {
                          return solve(position, cell, next.to_move, left, stop);
                        }
                        Solution solution;
                        solution.proof = proof_for(next.to_move, next.result);
                        solution.carrier = game_.board().cells();
                        return solution;
                      });
  }

 private:
  // The position, or the one after a move from there, for the mover; a line of the first alone.
  Solution solve(const Position& position, std::optional<Cell> first, Colour mover,
                 const SolveLimits& limits, std::stop_token stop) {
    const SolveBudget budget(limits, std::move(stop));
    Solution solution;
    Colour asked = mover;
    const auto ask = [&](Colour drawn_for) {
      asked = drawn_for;
      const std::int64_t before = solution.nodes;
      const auto known = search_.solve(position, first, drawn_for, [&](std::int64_t nodes) {
        return budget.is_spent(before + nodes);
      });
      solution.nodes += search_.nodes();
      return known;
    };
    if (!game_.legal_cells(position).empty()) {
      const auto known = ask(opponent(mover));
      if (known.wins()) {
        solution.proof = Proof::win;
      } else if (known.loses() && !known.grounds.has_draw) {
        solution.proof = Proof::loss;
      } else if (known.loses()) {
        const auto with_draws = ask(mover);
        if (with_draws.is_solved()) {
          solution.proof = with_draws.wins() ? Proof::draw : Proof::loss;
        }
      }
    }
    if (solution.proof != Proof::unknown) {
      solution.carrier = game_.board().cells() - position.occupied();
      if (!first) solution.line = search_.line(position, asked);
    }
    solution.seconds = budget.seconds();
    return solution;
  }

  const Game& game_;
  std::unique_ptr<Knowledge> knowledge_;  // may be null
  DfPn<kWords> search_;
};

}  // namespace

std::unique_ptr<Solver> make_general_solver(const Game& game, std::size_t bytes,
                                            std::unique_ptr<Knowledge> knowledge) {
  return with_words_for(game.board(), [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<GeneralSolver<decltype(words)::value>>(game, bytes,
                                                                   std::move(knowledge));
  });
}

std::unique_ptr<Solver> make_solver(const Game& game, std::size_t bytes) {
  if (const auto theory = game.theory()) return theory->make_solver(bytes);
  return make_general_solver(game, bytes, game.knowledge());
}

}  // namespace isthmus
