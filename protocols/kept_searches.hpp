#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/record.hpp"
#include "engine/search.hpp"
#include "protocols/analysis_query.hpp"
#include "protocols/evaluator_pool.hpp"
#include "protocols/shared_batch.hpp"

namespace isthmus {

// A search and all that it refers to, so that a later query can go on with its tree.
class OwnedSearch {
 public:
  OwnedSearch(std::shared_ptr<const SharedEvaluator> shared, const Settings& settings)
      : shared_(std::move(shared)),
        settings_(settings),
        search_(*shared_->game, evaluator_, settings_) {}
  OwnedSearch(const OwnedSearch&) = delete;
  OwnedSearch& operator=(const OwnedSearch&) = delete;

  BatchedEvaluator& evaluator() { return evaluator_; }
  Search& search() { return search_; }

  // Notes which position was searched.
  void note(const AnalysisQuery& query, int turn);
  // Whether a search of the query's position after `turn` moves could go on with this tree.
  bool leads_to(const SharedEvaluator& shared, const Settings& settings, const AnalysisQuery& query,
                int turn) const;
  std::size_t turns() const { return turns_.size(); }
  std::size_t tree_bytes() const { return tree_bytes_; }

 private:
  std::shared_ptr<const SharedEvaluator> shared_;
  Settings settings_;
  BatchedEvaluator evaluator_;
  Search search_;
  Position first_;
  std::vector<Turn> turns_;
  std::vector<MoveRule> rules_;
  std::size_t tree_bytes_ = 0;
};

// Searches that have ended, for queries about the same games. May be used from several threads.
class KeptSearches {
 public:
  // Keeps as many of the last searches as have trees of no more than `most_bytes` in all.
  explicit KeptSearches(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Takes the search that has come closest to a position; nothing where there is none on the way.
  std::unique_ptr<OwnedSearch> take(const SharedEvaluator& shared, const Settings& settings,
                                    const AnalysisQuery& query, int turn);
  void keep(std::unique_ptr<OwnedSearch> search);
  void clear();

 private:
  static constexpr std::size_t kMost = 64;

  std::size_t most_bytes_;
  std::mutex mutex_;
  std::list<std::unique_ptr<OwnedSearch>> searches_;  // the last one kept comes first
};

}  // namespace isthmus
