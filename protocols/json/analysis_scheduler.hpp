#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "protocols/json/analysis_worker.hpp"

namespace isthmus {

struct AnalysisSchedulerOptions {
  EvaluatorFactory make_evaluator;
  int threads = 1;
  int searches = 16;                  // at once, in each thread
  bool reuses_trees = true;           // of earlier jobs, where these were about the same game
  std::size_t tree_megabytes = 1024;  // of all trees, those kept for later jobs included
};

// Searches many positions at once, so that they share the evaluator's batches. All functions may be
// called from several threads; what jobs come to is told to their listeners.
class AnalysisScheduler {
 public:
  explicit AnalysisScheduler(AnalysisSchedulerOptions options);
  // Stops all jobs. Their listeners have been told when it returns.
  ~AnalysisScheduler();
  AnalysisScheduler(const AnalysisScheduler&) = delete;
  AnalysisScheduler& operator=(const AnalysisScheduler&) = delete;

  void add(AnalysisJob job) { workshop_.jobs.add(std::move(job)); }
  // As AnalysisJobs has it.
  bool has_room(std::uint64_t owner, std::size_t jobs, std::size_t most,
                std::size_t most_in_all) const {
    return workshop_.jobs.has_room(owner, jobs, most, most_in_all);
  }
  // Gives up jobs whose stop was requested while they wait. (Those under way see it themselves.)
  void give_up_stopped();
  // Forgets what earlier jobs have left: trees and evaluations.
  void clear_cache();

  // How many jobs have not begun, and how many positions were evaluated so far.
  std::size_t waiting() const { return workshop_.jobs.size(); }
  std::int64_t evaluations() const { return workshop_.evaluations; }

 private:
  AnalysisWorkshop workshop_;
  std::vector<std::jthread> threads_;
};

}  // namespace isthmus
