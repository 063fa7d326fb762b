#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

#include "engine/solve/proof_tree.hpp"
#include "engine/solve/search_threads.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Searches the position of a job with a solver of `threads` threads.
ProofJobResult search_job(Solver& solver, const ProofJob& job, int threads, std::stop_token stop);

// A solver that keeps the upper level of a two-level search; workers search the leaves. A worker
// takes one job at a time, uses the same solver for all its jobs, as that remembers what it has
// learned, and hands in the result. Workers may be threads or other processes, and may come and go.
//
// Its other calls are those of a Solver. They search nothing themselves: without workers they last
// until they are stopped, a limit of time is reached, or end() says that there will be no workers.
// A limit of nodes is kept to as far as the workers report theirs.
class TwoLevelSolver : public Solver {
 public:
  // Takes about this many bytes. The game must outlive this.
  TwoLevelSolver(const Game& game, std::size_t bytes) : game_(game), tree_(game, bytes) {}

  // For workers, each known by a number; any thread may call these at any time.

  // The next job for the worker; nothing while there is none.
  std::optional<ProofJob> take(int worker);
  // Reports how many positions were looked into so far for a job. Returns whether to go on with it;
  // its result is to be handed in in either case.
  bool report(int worker, std::uint32_t job, std::int64_t nodes);
  void hand_in(int worker, std::uint32_t job, const ProofJobResult& result);
  // The worker does not go on with its job. One that was taken for lost may come back.
  void lose(int worker);
  // There will be no workers any more: solve() and solve_moves() throw std::runtime_error where
  // what they were asked is not decided yet.
  void end();

  Solution solve_after(const Position& first, std::span<const Move> moves,
                       const SolveLimits& limits, std::stop_token stop) override;
  MoveProofs solve_moves(const Position& position, const SolveLimits& limits,
                         std::stop_token stop) override;
  Expansion expand(const Position& first, std::span<const Move> moves) override;
  SolverStatus status() const override;
  void write_table(const WriteWords& write) const override;
  void read_table(std::span<const std::uint64_t> words) override;

 private:
  std::int64_t count_nodes() const;
  void report_root();

  const Game& game_;
  mutable std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  ProofTree tree_;
  std::int64_t nodes_ = 0;                     // of all jobs that were handed in
  std::map<int, std::int64_t> nodes_of_jobs_;  // so far of those under way, by worker
  std::int64_t max_nodes_ = 0;                 // until the limit is reached; 0: there is none
  bool is_over_ = false;                       // whether there are no workers any more
  SearchThreads status_{1};
};

}  // namespace isthmus
