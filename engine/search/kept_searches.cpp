#include "engine/search/kept_searches.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

namespace {

// Whether two searches differ by no more than when they end.
bool are_alike(SearchSettings a, SearchSettings b) {
  a.visits = b.visits;
  a.time = b.time;
  return a == b;
}

}  // namespace

void OwnedSearch::note(const SearchQuery& query, int turn) {
  const auto& turns = query.record.turns();
  first_ = query.record.first_position();
  turns_.assign(turns.begin(), turns.begin() + turn);
  rules_ = query.rules;
}

bool OwnedSearch::leads_to(const SharedEvaluator& shared, const SearchSettings& settings,
                           const SearchQuery& query, int turn) const {
  const auto& turns = query.record.turns();
  const auto count = static_cast<std::size_t>(turn);
  return shared_.get() == &shared && are_alike(settings_, settings) && rules_ == query.rules &&
         (rules_.empty() || turns_.size() == count) && turns_.size() <= count &&
         std::equal(turns_.begin(), turns_.end(), turns.begin()) &&
         first_ == query.record.first_position();
}

std::unique_ptr<OwnedSearch> KeptSearches::take(const SharedEvaluator& shared,
                                                const SearchSettings& settings,
                                                const SearchQuery& query, int turn) {
  const std::lock_guard lock(mutex_);
  auto best = searches_.end();
  for (auto search = searches_.begin(); search != searches_.end(); ++search) {
    if (!(*search)->leads_to(shared, settings, query, turn)) continue;
    if (best == searches_.end() || (*search)->turns() > (*best)->turns()) best = search;
  }
  if (best == searches_.end()) return nullptr;
  std::unique_ptr<OwnedSearch> taken = std::move(*best);
  searches_.erase(best);
  return taken;
}

void KeptSearches::keep(std::unique_ptr<OwnedSearch> search) {
  {
    const std::lock_guard lock(mutex_);
    searches_.push_front(std::move(search));
    if (searches_.size() <= kMost) return;
  }
  drop_oldest();
}

bool KeptSearches::drop_oldest() {
  std::unique_ptr<OwnedSearch> oldest;  // freed without the lock
  const std::lock_guard lock(mutex_);
  if (searches_.empty()) return false;
  oldest = std::move(searches_.back());
  searches_.pop_back();
  return true;
}

void KeptSearches::clear() {
  std::list<std::unique_ptr<OwnedSearch>> dropped;
  const std::lock_guard lock(mutex_);
  dropped.swap(searches_);
}

}  // namespace isthmus
