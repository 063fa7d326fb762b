#include "engine/search/search_jobs.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace isthmus {

bool SearchJobs::has_room(std::uint64_t owner, std::size_t jobs, std::size_t max_each,
                          std::size_t max_in_all) const {
  const std::lock_guard lock(mutex_);
  const auto known = owners_.find(owner);
  const std::size_t own = jobs + (known == owners_.end() ? 0 : known->second.jobs.size());
  return own <= std::min(max_each, max_in_all - std::min(size_, max_in_all));
}

void SearchJobs::add(SearchJob job) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t age = now_++;
  Owner& owner = owners_.try_emplace(job.owner, Owner{.served = age}).first->second;
  const std::pair key(-job.priority, age);
  owner.jobs.emplace(key, std::move(job));
  ++size_;
  added_.notify_one();
}

SearchJobs::Owners::iterator SearchJobs::next_owner() {
  auto next = owners_.end();
  for (auto owner = owners_.begin(); owner != owners_.end(); ++owner) {
    const auto place = [](const Owner& of) { return std::pair(of.under_way, of.served); };
    if (owner->second.jobs.empty()) continue;
    if (next == owners_.end() || place(owner->second) < place(next->second)) next = owner;
  }
  return next;
}

SearchJob SearchJobs::take_of(Owner& owner) {
  SearchJob job = std::move(owner.jobs.begin()->second);
  owner.jobs.erase(owner.jobs.begin());
  ++owner.under_way;
  owner.served = now_++;
  --size_;
  return job;
}

std::optional<SearchJob> SearchJobs::take() {
  const std::lock_guard lock(mutex_);
  if (size_ == 0) return std::nullopt;
  return take_of(next_owner()->second);
}

std::optional<SearchJob> SearchJobs::take_first_of_owner() {
  const std::lock_guard lock(mutex_);
  if (size_ == 0) return std::nullopt;
  const auto owner = next_owner();
  if (owner->second.under_way > 0) return std::nullopt;
  return take_of(owner->second);
}

std::optional<SearchJob> SearchJobs::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!added_.wait(lock, stop, [&] { return size_ > 0; })) return std::nullopt;
  return take_of(next_owner()->second);
}

void SearchJobs::end(std::uint64_t owner) {
  const std::lock_guard lock(mutex_);
  const auto ended = owners_.find(owner);
  if (--ended->second.under_way == 0 && ended->second.jobs.empty()) owners_.erase(ended);
}

// Moves them over, as there may be no memory for any more.
template <class Which>
SearchJobs::Jobs SearchJobs::take_if(Which which) {
  const std::lock_guard lock(mutex_);
  Jobs taken;
  for (auto& [id, owner] : owners_) {
    for (auto job = owner.jobs.begin(); job != owner.jobs.end();) {
      const auto behind = std::next(job);
      if (which(job->second)) taken.insert(owner.jobs.extract(job));
      job = behind;
    }
  }
  size_ -= taken.size();
  std::erase_if(owners_, [](const auto& owner) {
    return owner.second.jobs.empty() && owner.second.under_way == 0;
  });
  return taken;
}

SearchJobs::Jobs SearchJobs::take_stopped() {
  return take_if([](const SearchJob& job) { return job.stop.stop_requested(); });
}

SearchJobs::Jobs SearchJobs::take_all() {
  return take_if([](const SearchJob&) { return true; });
}

std::size_t SearchJobs::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

}  // namespace isthmus
