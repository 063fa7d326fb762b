#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/search/position_search.hpp"
#include "engine/search/search.hpp"
#include "engine/search/tree_memory.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// A search and all that it refers to but the memory of its tree. For one thread at a time.
struct CachedSearch {
  CachedSearch(std::shared_ptr<const Game> of_game, std::shared_ptr<const Evaluator> by_evaluator,
               const SearchSettings& by_settings, TreeMemory& memory)
      : game(std::move(of_game)),
        evaluator(std::move(by_evaluator)),
        settings(by_settings),
        search(*game, *evaluator, settings, &memory) {}
  CachedSearch(const CachedSearch&) = delete;
  CachedSearch& operator=(const CachedSearch&) = delete;

  std::shared_ptr<const Game> game;
  std::shared_ptr<const Evaluator> evaluator;
  SearchSettings settings;
  Search search;
};

// What queries leave to later ones: the last evaluators used, at most 8, with what they remember,
// for queries about alike games and settings; and the last searches, at most 64, with their trees,
// for queries about the same games. May be used from several threads.
class SearchCache {
 public:
  // All trees together take no more than `tree_bytes` (see TreeMemory). Without `reuses_trees`
  // each search begins with an empty tree.
  SearchCache(EvaluatorFactory make_evaluator, std::size_t tree_bytes, bool reuses_trees);

  // A search whose root is the query's position after `turn` moves: of the kept ones with the same
  // evaluator, rules and settings (limits aside) whose tree holds that position, the one whose root
  // is closest; else a new one. Its settings are those of the query, with one thread. Throws
  // std::bad_alloc where there is no memory for it, and what the factory throws.
  std::unique_ptr<CachedSearch> take(const SearchQuery& query, int turn);
  // Keeps a search for later queries. Where there are too many, the one that was kept longest is
  // freed.
  void keep(std::unique_ptr<CachedSearch> search);
  // Forgets everything; waits for no evaluator that is being made.
  void clear();

 private:
  static constexpr std::size_t kMaxEvaluators = 8;
  static constexpr std::size_t kMaxSearches = 64;

  // An evaluator and all that it refers to.
  struct CachedEvaluator {
    std::shared_ptr<const Game> game;
    EvaluatorSettings settings;
    std::unique_ptr<Evaluator> evaluator;
  };

  std::shared_ptr<const Evaluator> evaluator_for(const SearchQuery& query);
  std::shared_ptr<const Evaluator> find_evaluator(const Game& game,
                                                  const EvaluatorSettings& settings);
  std::unique_ptr<CachedSearch> take_kept(const Evaluator& evaluator,
                                          const SearchSettings& settings, const SearchQuery& query,
                                          int turn);
  bool drop_oldest();

  EvaluatorFactory make_evaluator_;
  bool reuses_trees_;
  TreeMemory tree_memory_;
  std::mutex making_;  // held while an evaluator is made, so that none is made twice
  std::mutex mutex_;   // of the lists, in which the last one used comes first
  std::list<std::shared_ptr<const CachedEvaluator>> evaluators_;
  std::list<std::unique_ptr<CachedSearch>> searches_;
};

}  // namespace isthmus
