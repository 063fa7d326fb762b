#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/base/thread_group.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/search/search_cache.hpp"
#include "engine/search/search_jobs.hpp"

namespace isthmus {

struct SearchPoolOptions {
  EvaluatorFactory make_evaluator;
  int threads = 1;                    // 0: the pool's owner works for it, by work_for()
  int searches = 16;                  // at once, in each thread, and one more of each owner who
                                      // has none
  bool reuses_trees = true;           // of earlier jobs, where these were about the same game
  std::size_t tree_megabytes = 1024;  // of all trees, those kept for later jobs included
};

// Searches many positions at once, so that they share the evaluator's batches. All functions but
// work_for() may be called from several threads; listeners are given the results of their jobs.
class SearchPool {
 public:
  explicit SearchPool(SearchPoolOptions options);
  // Stops all jobs. Their listeners have been notified when it returns.
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  void add(SearchJob job) { jobs_.add(std::move(job)); }
  // As SearchJobs has it.
  bool has_room(std::uint64_t owner, std::size_t jobs, std::size_t max_each,
                std::size_t max_in_all) const {
    return jobs_.has_room(owner, jobs, max_each, max_in_all);
  }
  // Where the pool has no threads: works on jobs for about this long, on the thread that calls, and
  // returns whether there is more to do. Where it has threads it does nothing, and returns false.
  bool work_for(std::chrono::nanoseconds time);
  // Cancels jobs whose stop was requested while they wait. (Those under way see it themselves.)
  void cancel_stopped();
  // Forgets what earlier jobs have left: trees and evaluations.
  void clear_cache() { cache_.clear(); }

  // How many jobs have not begun, and how many positions were evaluated so far.
  std::size_t waiting() const { return jobs_.size(); }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  class Slot;
  class Worker;

  SearchJobs jobs_;
  SearchCache cache_;
  std::size_t searches_;
  std::atomic<std::int64_t> evaluations_{0};
  ThreadGroup threads_{"searches"};
  std::unique_ptr<Worker> callers_;  // where there are no threads
};

}  // namespace isthmus
