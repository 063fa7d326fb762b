#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/base/thread_group.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/two_level_solver.hpp"
#include "engine/theory/solver.hpp"
#include "tools/mpi/ranks.hpp"

namespace isthmus::solve {

// Rank 0: while it lives, the other ranks search what its solvers hand out.
class RankWorkers {
 public:
  // A rank is lost that is silent for `timeout` seconds: its job is another's then. `note` is
  // called with that, in a thread of its own.
  RankWorkers(mpi::Ranks& ranks, double timeout, std::function<void(const std::string&)> note);
  // Returns when all ranks have left or are lost.
  ~RankWorkers();
  RankWorkers(const RankWorkers&) = delete;
  RankWorkers& operator=(const RankWorkers&) = delete;

  // A solver whose first level is here, within about this many bytes. One at a time; the game and
  // this must outlive it. Its calls throw std::runtime_error once no rank is left.
  std::unique_ptr<Solver> make_solver(const Game& game, std::size_t bytes);

 private:
  using json = nlohmann::ordered_json;
  class OfRanks;

  void lead(mpi::Ranks& ranks, double timeout, const std::function<void(const std::string&)>& note);
  json answer(int rank, const json& question);
  void take(int rank, const json& news);
  void lose(int rank);
  // The solver that this is of, or null.
  OfRanks* find(const json& message);

  std::mutex mutex_;  // of what follows
  OfRanks* solver_ = nullptr;
  std::int64_t solvers_ = 0;  // that were made
  bool may_leave_ = false;    // there are no more searches
  bool has_none_ = false;     // no rank is left
  ThreadGroup leading_;
};

// Any other rank: searches what rank 0 hands out, by a solver made with these options, which keeps
// what it remembers as long as the game and the board are the same. Where stop is requested it
// hands in what it has come to, and leaves. Throws mpi::LostRank.
void search_for_rank_0(mpi::Ranks& ranks, const SolverOptions& options, double timeout,
                       const std::stop_token& stop);

}  // namespace isthmus::solve
