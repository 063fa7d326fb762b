#include "protocols/json/analysis_scheduler.hpp"

#include <utility>

namespace isthmus {

AnalysisScheduler::AnalysisScheduler(AnalysisSchedulerOptions options)
    : workshop_{.jobs = {},
                .evaluators = EvaluatorPool(std::move(options.make_evaluator)),
                .tree_memory = TreeMemory(options.tree_megabytes << 20U),
                .kept = {},
                .searches = options.searches,
                .reuses_trees = options.reuses_trees} {
  workshop_.tree_memory.set_reclaim([this] { return workshop_.kept.drop_oldest(); });
  for (int i = 0; i < options.threads; ++i) {
    threads_.emplace_back(
        [this](const std::stop_token& stop) { AnalysisWorker(workshop_).run(stop); });
  }
}

AnalysisScheduler::~AnalysisScheduler() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
  for (const AnalysisJob& job : workshop_.jobs.take_all()) job.listener->given_up();
}

void AnalysisScheduler::give_up_stopped() {
  for (const AnalysisJob& job : workshop_.jobs.take_stopped()) job.listener->given_up();
}

void AnalysisScheduler::clear_cache() {
  workshop_.kept.clear();
  workshop_.evaluators.clear();
}

}  // namespace isthmus
