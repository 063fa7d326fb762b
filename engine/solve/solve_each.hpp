#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What is left of the limits of a call that began when this was made.
class SolveBudget {
 public:
  SolveBudget(const SolveLimits& limits, std::stop_token stop)
      : limits_(limits), stop_(std::move(stop)) {}

  // Whether to end: stop was requested, the time is over, or so many positions, those that were
  // looked into, are as many as the limit allows.
  bool is_spent(std::int64_t nodes) const;
  // The limits of what comes after this many nodes. Only where the budget is not spent.
  SolveLimits left(std::int64_t nodes) const;
  double seconds() const;  // since this was made

 private:
  SolveLimits limits_;
  std::stop_token stop_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Solves the position after each of the moves, in the order of their cells. A move outside the
// carrier of a refutation is refuted by it too. Reports to the threads how many are proven.
MoveProofs solve_each(const CellSet& moves, const SolveLimits& limits, std::stop_token stop,
                      SearchThreads& threads,
                      const std::function<Solution(Cell, const SolveLimits&)>& solve_after);
// Likewise of all legal moves, by the game's rules and a solver.
MoveProofs solve_each(const Game& game, const Position& position, const SolveLimits& limits,
                      std::stop_token stop, SearchThreads& threads, Solver& solver);

}  // namespace isthmus
