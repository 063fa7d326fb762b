#include "engine/search/search_pool.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/linked_stop_source.hpp"
#include "engine/search/shared_batch.hpp"

namespace isthmus {

// A search under way.
class SearchPool::Slot : public BatchMember {
 public:
  // `rivals`: how many searches, this one included, share the evaluator's batches. Throws as
  // SearchCache::take() does.
  Slot(SearchPool& pool, SearchJob job, std::size_t rivals);

  std::uint64_t owner() const { return job_.owner; }
  void request_stop() { stop_.request_stop(); }
  // Goes on until there is something to be judged. Returns false when the search has ended and its
  // listener has been notified.
  bool go_on();

  const Evaluator& evaluator() const override { return *search_->evaluator; }
  std::span<const EvaluationRequest> asked() const override { return asked_; }
  void answer(std::span<Evaluation> evaluations) override;
  void fail(const std::exception_ptr& failure) override;

 private:
  SearchedPosition searched(const SearchReport& report, bool is_during_search) const {
    return searched_position(*job_.query, job_.turn, report, is_during_search, evaluator());
  }

  SearchCache& cache_;
  SearchJob job_;
  std::unique_ptr<CachedSearch> search_;
  LinkedStopSource stop_{job_.stop};
  std::span<const EvaluationRequest> asked_;
  bool has_failed_ = false;
};

SearchPool::Slot::Slot(SearchPool& pool, SearchJob job, std::size_t rivals)
    : cache_(pool.cache_), job_(std::move(job)), search_(cache_.take(*job_.query, job_.turn)) {
  const SearchQuery& query = *job_.query;
  Search::Progress progress;
  if (query.first_report > 0) {
    progress = [this](const SearchReport& report) {
      job_.listener->progress(searched(report, true));
    };
  }
  const int leaves = evaluator().preferred_batch() / static_cast<int>(rivals);
  search_->search.begin(query.limits, stop_.token(), leaves, progress, query.report_every,
                        query.first_report);
}

bool SearchPool::Slot::go_on() {
  if (has_failed_) return false;
  if (!asked_.empty()) return true;
  try {
    asked_ = search_->search.gather();
    if (!asked_.empty()) return true;
    const SearchReport report = search_->search.report();
    const SearchedPosition result = searched(report, false);
    // Kept before the listener is notified, so that the next query can go on from there.
    cache_.keep(std::move(search_));
    job_.listener->done(result);
  } catch (...) {
    fail(std::current_exception());
  }
  return false;
}

void SearchPool::Slot::answer(std::span<Evaluation> evaluations) {
  asked_ = {};
  search_->search.back_up(evaluations);
}

void SearchPool::Slot::fail(const std::exception_ptr& failure) {
  has_failed_ = true;
  job_.listener->failed(failure);
}

// One thread that searches many positions at once. When all of its searches wait for evaluations,
// what they have asked of an evaluator reaches it in one call.
class SearchPool::Worker {
 public:
  explicit Worker(SearchPool& pool) : pool_(pool) {}

  // Works on jobs until stop is requested, and then ends all searches that are under way.
  void run(const std::stop_token& stop);
  // Takes the jobs for which there are slots, and has all slots answered once, or those end whose
  // searches have ended. Returns false where nothing is under way.
  bool step(const std::stop_token& stop);

 private:
  void take_jobs(const std::stop_token& stop);
  void start(SearchJob job);
  void answer();

  SearchPool& pool_;
  std::vector<std::unique_ptr<Slot>> slots_;
  SharedBatch batch_;
  std::vector<BatchMember*> members_;  // kept for its memory
};

void SearchPool::Worker::run(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause(10);
  for (bool goes_on = true; goes_on;) {
    try {
      goes_on = step(stop) || !stop.stop_requested();
      if (!slots_.empty() || stop.stop_requested()) continue;
      if (auto job = pool_.jobs_.wait(stop)) start(std::move(*job));
    } catch (const std::bad_alloc&) {
      // Searches that could not go on have failed and said so; there will be memory for others.
      std::this_thread::sleep_for(kPause);
    }
  }
}

bool SearchPool::Worker::step(const std::stop_token& stop) {
  take_jobs(stop);
  if (slots_.empty()) return false;
  const std::size_t before = slots_.size();
  std::erase_if(slots_, [&](const auto& slot) {
    if (stop.stop_requested()) slot->request_stop();
    if (slot->go_on()) return false;
    pool_.jobs_.end(slot->owner());
    return true;
  });
  // Others take the slots that became free before the batches are answered.
  if (slots_.size() == before) answer();
  return true;
}

void SearchPool::Worker::take_jobs(const std::stop_token& stop) {
  while (slots_.size() < pool_.searches_ && !stop.stop_requested()) {
    auto job = pool_.jobs_.take();
    if (!job) break;
    start(std::move(*job));
  }
  // No owner waits until the long searches of others end.
  while (!stop.stop_requested()) {
    auto job = pool_.jobs_.take_first_of_owner();
    if (!job) break;
    start(std::move(*job));
  }
}

// Has a job searched from now on, or notifies its listener why not.
void SearchPool::Worker::start(SearchJob job) {
  const auto listener = job.listener;
  const std::uint64_t owner = job.owner;
  const std::size_t rivals = std::min(slots_.size() + 1 + pool_.jobs_.size(), pool_.searches_);
  try {
    if (!job.stop.stop_requested()) {
      slots_.push_back(std::make_unique<Slot>(pool_, std::move(job), rivals));
      return;
    }
    listener->cancelled();
  } catch (...) {
    listener->failed(std::current_exception());
  }
  pool_.jobs_.end(owner);
}

// Answers all that the slots wait for, or fails them where there is no memory for it.
void SearchPool::Worker::answer() {
  try {
    members_.clear();
    for (const auto& slot : slots_) members_.push_back(slot.get());
    const auto answered = static_cast<std::int64_t>(batch_.answer(members_).evaluations);
    pool_.evaluations_.fetch_add(answered, std::memory_order_relaxed);
  } catch (...) {
    for (const auto& slot : slots_) slot->fail(std::current_exception());
  }
}

SearchPool::SearchPool(SearchPoolOptions options)
    : cache_(std::move(options.make_evaluator), options.tree_megabytes << 20U,
             options.reuses_trees),
      searches_(static_cast<std::size_t>(options.searches)) {
  for (int i = 0; i < options.threads; ++i) {
    threads_.start([this](const std::stop_token& stop) { Worker(*this).run(stop); });
  }
  if (options.threads == 0) callers_ = std::make_unique<Worker>(*this);
}

SearchPool::~SearchPool() {
  threads_.stop();  // what fails in them is reported to listeners
  if (callers_) {
    std::stop_source stop;
    stop.request_stop();
    callers_->run(stop.get_token());
  }
  for (const auto& [key, job] : jobs_.take_all()) job.listener->cancelled();
}

bool SearchPool::work_for(std::chrono::nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (callers_ && callers_->step({})) {
    if (std::chrono::steady_clock::now() >= end) return true;
  }
  return false;
}

void SearchPool::cancel_stopped() {
  for (const auto& [key, job] : jobs_.take_stopped()) job.listener->cancelled();
}

}  // namespace isthmus
