#include "engine/solve/two_level_solver.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/solve/solve_each.hpp"

namespace isthmus {

ProofJobResult search_job(Solver& solver, const ProofJob& job, int threads, std::stop_token stop) {
  ProofJobResult result;
  result.solution =
      solver.solve_after(job.first, job.moves, {.nodes = job.nodes * threads}, std::move(stop));
  if (result.solution.proof == Proof::unknown) {
    result.expansion = solver.expand(job.first, job.moves);
  }
  return result;
}

std::optional<ProofJob> TwoLevelSolver::take(int worker) {
  const std::lock_guard lock(mutex_);
  const std::int64_t left =
      max_nodes_ > 0 ? max_nodes_ - count_nodes() : std::numeric_limits<std::int64_t>::max();
  if (left <= 0) return std::nullopt;
  auto job = tree_.take(worker);
  if (!job) return std::nullopt;
  job->nodes = std::min(job->nodes, left);
  nodes_of_jobs_[worker] = 0;
  return job;
}

bool TwoLevelSolver::report(int worker, std::uint32_t job, std::int64_t nodes) {
  const std::lock_guard lock(mutex_);
  const auto found = nodes_of_jobs_.find(worker);
  if (found != nodes_of_jobs_.end()) found->second = nodes;
  return tree_.is_wanted(worker, job);
}

void TwoLevelSolver::hand_in(int worker, std::uint32_t job, const ProofJobResult& result) {
  const std::lock_guard lock(mutex_);
  if (!tree_.hand_in(worker, job, result)) return;
  nodes_of_jobs_.erase(worker);
  nodes_ += result.solution.nodes;
  changed_.notify_all();
}

void TwoLevelSolver::lose(int worker) {
  const std::lock_guard lock(mutex_);
  tree_.give_back(worker);
  nodes_of_jobs_.erase(worker);
}

void TwoLevelSolver::end() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  changed_.notify_all();
}

// Positions that were looked into, as far as workers have reported.
std::int64_t TwoLevelSolver::count_nodes() const {
  std::int64_t nodes = nodes_;
  for (const auto& of_job : nodes_of_jobs_) nodes += of_job.second;
  return nodes;
}

// As with any game of df_pn.hpp: who wins if draws count for the opponent and, where that is the
// opponent, if they count for the mover.
Solution TwoLevelSolver::solve_after(const Position& first, std::span<const Move> moves,
                                     const SolveLimits& limits, std::stop_token stop) {
  constexpr std::chrono::milliseconds kLook{20};  // for limits and stops
  const SolveBudget budget(limits, std::move(stop));
  std::unique_lock lock(mutex_);
  const std::int64_t before = count_nodes();
  max_nodes_ = limits.nodes > 0 ? before + limits.nodes : 0;
  // Returns whether it is decided.
  const auto ask = [&](Colour drawn_for) {
    tree_.ask(first, moves, drawn_for);
    while (!tree_.is_decided() && !budget.is_spent(count_nodes() - before)) {
      if (is_over_) throw std::runtime_error("no worker is left to search");
      report_root();
      changed_.wait_for(lock, kLook);
    }
    report_root();
    return tree_.is_decided();
  };
  const Colour mover = moves.size() % 2 == 0 ? first.to_move : opponent(first.to_move);
  Solution solution;
  if (ask(opponent(mover))) {
    if (tree_.to_win() == 0) {
      solution.proof = Proof::win;
    } else if (ask(mover)) {
      solution.proof = tree_.to_win() == 0 ? Proof::draw : Proof::loss;
    }
  }
  if (solution.proof != Proof::unknown) {
    solution.line = tree_.line();
    solution.carrier = tree_.carrier();
  }
  tree_.ask_nothing();
  solution.nodes = count_nodes() - before;
  solution.seconds = budget.seconds();
  return solution;
}

MoveProofs TwoLevelSolver::solve_moves(const Position& position, const SolveLimits& limits,
                                       std::stop_token stop) {
  return solve_each(game_, position, limits, std::move(stop), status_, *this);
}

Expansion TwoLevelSolver::expand(const Position& first, std::span<const Move> moves) {
  Position position = first;
  for (const Move move : moves) game_.play(position, move);
  const std::lock_guard lock(mutex_);
  return tree_.expand(position);
}

void TwoLevelSolver::report_root() {
  status_.report_root(tree_.to_win(), tree_.to_lose(), tree_.open_moves());
}

SolverStatus TwoLevelSolver::status() const {
  const std::lock_guard lock(mutex_);
  SolverStatus status = status_.status();
  status.nodes = count_nodes();
  return status;
}

void TwoLevelSolver::write_table(const WriteWords& write) const {
  const std::lock_guard lock(mutex_);
  tree_.write(write);
}

void TwoLevelSolver::read_table(std::span<const std::uint64_t> words) {
  const std::lock_guard lock(mutex_);
  tree_.read(words);
}

}  // namespace isthmus
