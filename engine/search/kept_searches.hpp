#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/game/record.hpp"
#include "engine/search/evaluator_pool.hpp"
#include "engine/search/position_search.hpp"
#include "engine/search/search.hpp"
#include "engine/search/shared_batch.hpp"

namespace isthmus {

// A search and all that it refers to, so that a later query can go on with its tree. For one thread
// at a time.
class OwnedSearch {
 public:
  // A search of the game of `shared`, of which it keeps a part alive, with a copy of the settings.
  // `memory`, which must outlive it, is where its tree's comes from.
  OwnedSearch(std::shared_ptr<const SharedEvaluator> shared, const SearchSettings& settings,
              TreeMemory& memory)
      : shared_(std::move(shared)),
        settings_(settings),
        search_(*shared_->game, evaluator_, settings_, &memory) {}
  OwnedSearch(const OwnedSearch&) = delete;
  OwnedSearch& operator=(const OwnedSearch&) = delete;

  // What the search asks for judgements: shares batches with other searches on its thread.
  BatchedEvaluator& evaluator() { return evaluator_; }
  Search& search() { return search_; }

  // Notes which position was searched: the query's after `turn` moves, 0 to those of its record.
  void note(const SearchQuery& query, int turn);
  // Whether a search of the query's position after `turn` moves could go on with this tree: where
  // the position noted is the same or on the way there, and evaluator, rules and settings are the
  // same, but for limits. Under rules about moves only of the same position.
  bool leads_to(const SharedEvaluator& shared, const SearchSettings& settings,
                const SearchQuery& query, int turn) const;
  // Moves up to the position noted.
  std::size_t turns() const { return turns_.size(); }

 private:
  std::shared_ptr<const SharedEvaluator> shared_;
  SearchSettings settings_;
  BatchedEvaluator evaluator_;
  Search search_;
  Position first_;
  std::vector<Turn> turns_;
  std::vector<MoveRule> rules_;
};

// The last searches that have ended, at most 64, for queries about the same games. May be used from
// several threads.
class KeptSearches {
 public:
  // Takes the search whose position is closest before the query's after `turn` moves, or is that;
  // null where there is none that leads to it. It is the caller's then, and not to be found any
  // more.
  std::unique_ptr<OwnedSearch> take(const SharedEvaluator& shared, const SearchSettings& settings,
                                    const SearchQuery& query, int turn);
  // Keeps a search whose position was noted; where there are too many frees that kept longest.
  void keep(std::unique_ptr<OwnedSearch> search);
  // Frees the search that was kept longest. Returns false where there is none.
  bool drop_oldest();
  // Frees all.
  void clear();

 private:
  static constexpr std::size_t kMost = 64;

  std::mutex mutex_;
  std::list<std::unique_ptr<OwnedSearch>> searches_;  // the last one kept comes first
};

}  // namespace isthmus
