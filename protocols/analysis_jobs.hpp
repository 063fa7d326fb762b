#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "protocols/analysis.hpp"
#include "protocols/analysis_query.hpp"

namespace isthmus {

// Who wants to know how the search of one position goes. Called from the threads that search, of
// which it holds up one; must not throw. Of done(), given_up() and failed() just one is called,
// once and last.
class JobListener {
 public:
  virtual ~JobListener() = default;
  virtual void progress(const AnalyzedPosition& analyzed) = 0;
  virtual void done(const AnalyzedPosition& analyzed) = 0;
  // The position was stopped before its search began.
  virtual void given_up() = 0;
  virtual void failed(const std::exception_ptr& failure) = 0;
};

// A position to search.
struct AnalysisJob {
  std::shared_ptr<const AnalysisQuery> query;
  int turn = 0;
  std::int64_t priority = 0;
  std::stop_token stop = {};
  std::shared_ptr<JobListener> listener;
};

// Jobs that wait for their turn: those of the highest priority first, and of these the oldest. May
// be used from several threads.
class AnalysisJobs {
 public:
  void add(AnalysisJob job);
  // Takes the next job. The first returns nothing where there is none; the second waits for one
  // until stop is requested.
  std::optional<AnalysisJob> take();
  std::optional<AnalysisJob> wait(const std::stop_token& stop);
  // Takes all jobs whose stop was requested, or just all.
  std::vector<AnalysisJob> take_stopped();
  std::vector<AnalysisJob> take_all();
  std::size_t size() const;

 private:
  AnalysisJob take_first();

  mutable std::mutex mutex_;
  std::condition_variable_any added_;
  std::map<std::pair<std::int64_t, std::uint64_t>, AnalysisJob> jobs_;  // by -priority and age
  std::uint64_t next_ = 0;
};

}  // namespace isthmus
