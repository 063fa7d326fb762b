#include "protocols/json/action_runner.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace isthmus {

ActionRunner::ActionRunner(const Options& options, double seconds)
    : options_(options), seconds_(seconds) {
  for (int i = 0; i < options.threads; ++i) {
    threads_.start([this](const std::stop_token& closing) { work(closing); });
  }
  if (options.threads > 0 && seconds > 0) {
    threads_.start([this](const std::stop_token& closing) { watch(closing); });
  }
}

ActionRunner::~ActionRunner() {
  threads_.stop();
  for (const Job& job : waiting_) job.cancel();
}

bool ActionRunner::has_room(std::uint64_t owner) const {
  const std::lock_guard lock(mutex_);
  const auto of_owner = std::count_if(waiting_.begin(), waiting_.end(),
                                      [&](const Job& job) { return job.owner == owner; });
  return static_cast<std::size_t>(of_owner) < options_.max_waiting &&
         waiting_.size() < options_.max_waiting_in_all;
}

void ActionRunner::add(Job job) {
  if (options_.threads == 0) return run(job, std::stop_source());
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(job));
  changed_.notify_all();
}

void ActionRunner::cancel_stopped() {
  std::list<Job> stopped;
  {
    const std::lock_guard lock(mutex_);
    for (auto job = waiting_.begin(); job != waiting_.end();) {
      const auto behind = std::next(job);
      if (job->stop.stop_requested()) stopped.splice(stopped.end(), waiting_, job);
      job = behind;
    }
  }
  for (const Job& job : stopped) job.cancel();
}

std::list<ActionRunner::Job>::iterator ActionRunner::next() {
  return std::find_if(waiting_.begin(), waiting_.end(), [&](const Job& job) {
    return std::none_of(under_way_.begin(), under_way_.end(),
                        [&](const UnderWay& other) { return other.owner == job.owner; });
  });
}

void ActionRunner::run(const Job& job, std::stop_source stop) {
  if (job.stop.stop_requested()) return job.cancel();
  const std::stop_callback forward(job.stop, [&] { stop.request_stop(); });
  job.run(stop.get_token());
}

void ActionRunner::work(const std::stop_token& closing) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, closing, [&] { return next() != waiting_.end(); })) {
    if (closing.stop_requested()) return;
    const auto found = next();
    const auto span = std::chrono::duration_cast<SteadyClock::duration>(
        std::chrono::duration<double>(std::min(seconds_, 1e8)));
    const auto mine = under_way_.insert(
        under_way_.end(), {found->owner, SteadyClock::now() + span, std::stop_source()});
    const Job job = std::move(*found);
    waiting_.erase(found);
    changed_.notify_all();
    lock.unlock();
    {
      const std::stop_callback close(closing, [&] { mine->stop.request_stop(); });
      run(job, mine->stop);
    }
    lock.lock();
    under_way_.erase(mine);
    changed_.notify_all();
  }
}

// Stops what has gone on for long enough.
void ActionRunner::watch(const std::stop_token& closing) {
  std::unique_lock lock(mutex_);
  while (!closing.stop_requested()) {
    auto wake = SteadyClock::time_point::max();
    std::vector<std::stop_source> late;
    for (const UnderWay& job : under_way_) {
      if (job.stop.stop_requested()) continue;
      if (job.end <= SteadyClock::now()) {
        late.push_back(job.stop);
      } else {
        wake = std::min(wake, job.end);
      }
    }
    if (!late.empty()) {
      // Without the lock: callbacks run at once, and may come back here.
      lock.unlock();
      for (std::stop_source& source : late) source.request_stop();
      lock.lock();
    } else {
      // Of no use but to wait: what has changed is looked at above.
      bool is_woken = false;
      const auto once = [&] { return std::exchange(is_woken, true); };
      if (wake == SteadyClock::time_point::max()) {
        changed_.wait(lock, closing, once);
      } else {
        changed_.wait_until(lock, closing, wake, once);
      }
    }
  }
}

}  // namespace isthmus
