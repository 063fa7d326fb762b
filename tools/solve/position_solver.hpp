#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/book/book.hpp"
#include "tools/solve/checkpoint.hpp"
#include "tools/solve/distributed.hpp"

namespace isthmus::solve {

// What PositionSolver does beside solving.
struct PositionSolverOptions {
  SolveLimits limits;
  SolverOptions solver;
  bool all_moves = false;
  // Files; none where they are empty.
  std::string book;
  std::string proof;       // for a certificate
  std::string checkpoint;  // of what the solver remembers
  bool resumes = false;
  double checkpoint_seconds = 60;
  std::optional<double> report_seconds;  // between lines that report how it goes
};

// Solves positions of one game after the other, prints an answer each, and counts those that it
// could not solve. A signal to end ends the search that is under way.
class PositionSolver {
 public:
  // By the other ranks, where there are some; those that answer nothing for `timeout` seconds count
  // as lost.
  PositionSolver(PositionSolverOptions options, mpi::Ranks* ranks, double timeout);

  // Adds what is found to `answer` and prints it. Throws BadInput where the options do not fit the
  // game or the position, std::runtime_error where a file cannot be written.
  void solve(const Game& game, const Position& position, nlohmann::ordered_json answer);

  int unsolved() const { return unsolved_; }

 private:
  void check_alone(const std::string& option, const Position& position) const;
  void begin_checkpoint(const Game& game, Solver& solver);
  Levels levels() const { return workers_ ? Levels::two : Levels::one; }
  Totals totals(const Solver& solver) const;
  void write_checkpoint(const Game& game, const Solver& solver) const;
  void open_book(const Game& game);
  Solution solution_of(const Game& game, const Position& position, Solver& solver);
  MoveProofs moves_of(const Game& game, const Position& position, Solver& solver);
  void keep_moves(const Game& game, const Position& position, const MoveProofs& moves,
                  Solver& solver);
  void prove(const Game& game, const Position& position, Solver& solver);
  template <class Search>
  auto watch(const Game& game, const Solver& solver, Search search) const;

  PositionSolverOptions options_;
  bool is_another_ = false;  // whether there was a position before
  Totals before_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<book::Book> book_;
  StopOnSignal signals_;
  StopWithoutReader reader_{signals_.token()};
  int unsolved_ = 0;
  std::unique_ptr<RankWorkers> workers_;  // none without other ranks
};

}  // namespace isthmus::solve
