#include "protocols/analysis_jobs.hpp"

namespace isthmus {

void AnalysisJobs::add(AnalysisJob job) {
  const std::lock_guard lock(mutex_);
  const std::pair key(-job.priority, next_++);
  jobs_.emplace(key, std::move(job));
  added_.notify_one();
}

AnalysisJob AnalysisJobs::take_first() {
  AnalysisJob job = std::move(jobs_.begin()->second);
  jobs_.erase(jobs_.begin());
  return job;
}

std::optional<AnalysisJob> AnalysisJobs::take() {
  const std::lock_guard lock(mutex_);
  if (jobs_.empty()) return std::nullopt;
  return take_first();
}

std::optional<AnalysisJob> AnalysisJobs::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!added_.wait(lock, stop, [&] { return !jobs_.empty(); })) return std::nullopt;
  return take_first();
}

std::vector<AnalysisJob> AnalysisJobs::take_stopped() {
  const std::lock_guard lock(mutex_);
  std::vector<AnalysisJob> stopped;
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    if (job->second.stop.stop_requested()) {
      stopped.push_back(std::move(job->second));
      job = jobs_.erase(job);
    } else {
      ++job;
    }
  }
  return stopped;
}

std::vector<AnalysisJob> AnalysisJobs::take_all() {
  const std::lock_guard lock(mutex_);
  std::vector<AnalysisJob> all;
  for (auto& [key, job] : jobs_) all.push_back(std::move(job));
  jobs_.clear();
  return all;
}

std::size_t AnalysisJobs::size() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

}  // namespace isthmus
