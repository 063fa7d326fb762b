#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/search/tree_memory.hpp"
#include "protocols/json/analysis_jobs.hpp"
#include "protocols/json/evaluator_pool.hpp"
#include "protocols/json/kept_searches.hpp"
#include "protocols/json/shared_batch.hpp"

namespace isthmus {

// What the threads that search have in common.
struct AnalysisWorkshop {
  AnalysisJobs jobs;
  EvaluatorPool evaluators;
  TreeMemory tree_memory;  // of all searches, those kept included
  KeptSearches kept;
  int searches;       // at once, in each thread, and one more of each owner who has none
  bool reuses_trees;  // of earlier jobs
  std::atomic<std::int64_t> evaluations{0};
};

// One thread that searches many positions at once. Each search is a coroutine; when all of them
// wait for evaluations, what they have asked of an evaluator reaches it in one call.
class AnalysisWorker {
 public:
  explicit AnalysisWorker(AnalysisWorkshop& workshop);
  ~AnalysisWorker();

  // Works on jobs until stop is requested, and then ends all searches that are under way.
  void run(const std::stop_token& stop);

 private:
  struct Seat;

  void seat(AnalysisJob job);
  void search(Seat& seat);
  void prepare(Seat& seat);
  void keep(Seat& seat);
  SharedBatch& batch_for(const AnalysisQuery& query);
  void answer();

  AnalysisWorkshop& workshop_;
  std::vector<std::unique_ptr<SharedBatch>> batches_;
  std::vector<std::unique_ptr<Seat>> seats_;
};

}  // namespace isthmus
