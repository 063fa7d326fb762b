#include "engine/search/search_cache.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <span>
#include <utility>

namespace isthmus {

namespace {

bool are_alike(const Game& a, const Game& b) {
  return a.name() == b.name() && a.swap_rule() == b.swap_rule() &&
         a.board().rows() == b.board().rows() && a.board().columns() == b.board().columns();
}

// Whether two searches differ by no more than when they end.
bool are_alike(SearchSettings a, SearchSettings b) {
  a.visits = b.visits;
  a.time = b.time;
  return a == b;
}

}  // namespace

SearchCache::SearchCache(EvaluatorFactory make_evaluator, std::size_t tree_bytes, bool reuses_trees)
    : make_evaluator_(std::move(make_evaluator)),
      reuses_trees_(reuses_trees),
      tree_memory_(tree_bytes) {
  tree_memory_.set_reclaim([this] { return drop_oldest(); });
}

std::unique_ptr<CachedSearch> SearchCache::take(const SearchQuery& query, int turn) {
  if (!tree_memory_.has_headroom()) throw std::bad_alloc();
  std::shared_ptr<const Evaluator> evaluator = evaluator_for(query);
  SearchSettings settings = query.settings;
  settings.threads = 1;
  std::unique_ptr<CachedSearch> search = take_kept(*evaluator, settings, query, turn);
  if (!search) {
    search = std::make_unique<CachedSearch>(query.record.shared_game(), std::move(evaluator),
                                            settings, tree_memory_);
  }
  set_root(search->search, query, turn);
  return search;
}

std::shared_ptr<const Evaluator> SearchCache::evaluator_for(const SearchQuery& query) {
  const std::shared_ptr<const Game> game = query.record.shared_game();
  const EvaluatorSettings& settings = query.settings;
  if (auto known = find_evaluator(*game, settings)) return known;
  const std::lock_guard making(making_);
  if (auto made = find_evaluator(*game, settings)) return made;
  const auto cached = std::make_shared<CachedEvaluator>(CachedEvaluator{game, settings, nullptr});
  cached->evaluator = make_evaluator_(*cached->game, cached->settings);
  const std::lock_guard lock(mutex_);
  evaluators_.push_front(cached);
  if (evaluators_.size() > kMaxEvaluators) evaluators_.pop_back();
  return {cached, cached->evaluator.get()};
}

std::shared_ptr<const Evaluator> SearchCache::find_evaluator(const Game& game,
                                                             const EvaluatorSettings& settings) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(evaluators_.begin(), evaluators_.end(), [&](const auto& cached) {
    return cached->settings == settings && are_alike(*cached->game, game);
  });
  if (known == evaluators_.end()) return nullptr;
  evaluators_.splice(evaluators_.begin(), evaluators_, known);
  return {*known, (*known)->evaluator.get()};
}

std::unique_ptr<CachedSearch> SearchCache::take_kept(const Evaluator& evaluator,
                                                     const SearchSettings& settings,
                                                     const SearchQuery& query, int turn) {
  const RootPath path = path_to(query, turn);
  const std::lock_guard lock(mutex_);
  auto best = searches_.end();
  std::size_t most = 0;
  for (auto search = searches_.begin(); search != searches_.end(); ++search) {
    const CachedSearch& kept = **search;
    if (kept.evaluator.get() != &evaluator || !are_alike(kept.settings, settings)) continue;
    const auto shared = kept.search.turns_shared(path.first, path.turns, query.rules);
    if (!shared || (best != searches_.end() && *shared <= most)) continue;
    best = search;
    most = *shared;
  }
  if (best == searches_.end()) return nullptr;
  std::unique_ptr<CachedSearch> taken = std::move(*best);
  searches_.erase(best);
  return taken;
}

void SearchCache::keep(std::unique_ptr<CachedSearch> search) {
  if (!reuses_trees_ || !search->settings.reuse_tree) return;
  {
    const std::lock_guard lock(mutex_);
    searches_.push_front(std::move(search));
    if (searches_.size() <= kMaxSearches) return;
  }
  drop_oldest();
}

// Frees the search that was kept longest. Returns false where there is none.
bool SearchCache::drop_oldest() {
  std::unique_ptr<CachedSearch> oldest;  // freed without the lock
  const std::lock_guard lock(mutex_);
  if (searches_.empty()) return false;
  oldest = std::move(searches_.back());
  searches_.pop_back();
  return true;
}

void SearchCache::clear() {
  std::list<std::shared_ptr<const CachedEvaluator>> evaluators;  // both freed without the lock
  std::list<std::unique_ptr<CachedSearch>> searches;
  const std::lock_guard lock(mutex_);
  evaluators.swap(evaluators_);
  searches.swap(searches_);
}

}  // namespace isthmus
