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

#include "engine/search/position_search.hpp"

namespace isthmus {

// Is notified of the progress and the end of the search of one position. Called from the threads
// that search, each call blocking one of them; must not throw. Of done(), cancelled() and failed()
// just one is called, once and last.
class JobListener {
 public:
  virtual ~JobListener() = default;
  virtual void progress(const SearchedPosition& searched) = 0;
  // May throw; then failed() is called.
  virtual void done(const SearchedPosition& searched) = 0;
  // The position was stopped before its search began. Like the next, must not throw.
  virtual void cancelled() = 0;
  virtual void failed(const std::exception_ptr& failure) = 0;
};

// A position to search.
struct SearchJob {
  std::shared_ptr<const SearchQuery> query;
  int turn = 0;
  std::int64_t priority = 0;
  std::uint64_t owner = 0;  // whose it is
  std::stop_token stop = {};
  std::shared_ptr<JobListener> listener;
};

// Jobs that wait for their turn. Owners share: the next job is one of the owner with the fewest
// under way, and of these of the one that has waited longest. Of one owner's jobs those of the
// highest priority come first, and of these the oldest. May be used from several threads.
class SearchJobs {
 public:
  using Jobs = std::map<std::pair<std::int64_t, std::uint64_t>, SearchJob>;  // by -priority and age

  // Whether an owner may add `jobs` jobs, where each owner may have `max_each` waiting and all
  // together `max_in_all`. With these jobs an owner may also have no more waiting than there is
  // room for others now, so that one alone takes about half of it.
  bool has_room(std::uint64_t owner, std::size_t jobs, std::size_t max_each,
                std::size_t max_in_all) const;
  void add(SearchJob job);
  // Takes the next job, if there is one. It is under way until end() is called.
  std::optional<SearchJob> take();
  // The same, but only for an owner who has none under way.
  std::optional<SearchJob> take_first_of_owner();
  // Waits for the next job, and takes it; nothing where stop is requested before there is one.
  std::optional<SearchJob> wait(const std::stop_token& stop);
  // A job of this owner is over.
  void end(std::uint64_t owner);
  // Takes all jobs whose stop was requested, or just all.
  Jobs take_stopped();
  Jobs take_all();
  std::size_t size() const;

 private:
  struct Owner {
    Jobs jobs = {};
    std::size_t under_way = 0;
    std::uint64_t served = 0;  // when a job was taken last, or the first one came
  };
  using Owners = std::map<std::uint64_t, Owner>;

  Owners::iterator next_owner();
  SearchJob take_of(Owner& owner);
  template <class Which>
  Jobs take_if(Which which);

  mutable std::mutex mutex_;
  std::condition_variable_any added_;
  Owners owners_;          // who have jobs that wait or are under way
  std::size_t size_ = 0;   // jobs that wait
  std::uint64_t now_ = 0;  // counts what happens
};

}  // namespace isthmus
