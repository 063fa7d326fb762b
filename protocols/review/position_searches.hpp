#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/search/position_search.hpp"
#include "engine/search/search_pool.hpp"

namespace isthmus {

// Called after each search, by one thread at a time.
using SearchDone = std::function<void()>;

// Positions of a query that a pool, which must outlive it, searches.
class PositionSearches {
 public:
  // Begins with those after these numbers of turns.
  PositionSearches(SearchPool& pool, const std::shared_ptr<const SearchQuery>& query,
                   std::span<const std::size_t> turns, const std::stop_token& stop,
                   SearchDone done = {});
  // Stops those that go on, and waits for their ends.
  ~PositionSearches();
  PositionSearches(const PositionSearches&) = delete;
  PositionSearches& operator=(const PositionSearches&) = delete;

  // Waits for all. The reports are in the order of the turns; there is none where the stop came
  // before the search. Throws what a search threw. To be called once.
  std::vector<std::optional<SearchReport>> take();

 private:
  class PlacedReport;

  void wait();

  SearchPool& pool_;
  SearchDone done_;
  std::vector<std::optional<SearchReport>> reports_;
  std::mutex reporting_{};  // held while `done` is called
  std::mutex mutex_{};      // of what follows
  std::condition_variable over_{};
  std::size_t left_;              // that are not over
  std::exception_ptr failure_{};  // the first
  std::stop_source ending_{};
  std::stop_callback<std::function<void()>> forward_;
};

}  // namespace isthmus
