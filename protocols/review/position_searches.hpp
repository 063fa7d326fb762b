#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/search/position_search.hpp"
#include "engine/search/search_pool.hpp"

namespace isthmus {

// Called after each search, by one thread at a time.
using SearchDone = std::function<void()>;

// Has the pool search positions of a query, after so many turns each. The reports are in their
// order; there is none where the stop came before the search. Throws what a search threw.
std::vector<std::optional<SearchReport>> search_positions(
    SearchPool& pool, const std::shared_ptr<const SearchQuery>& query,
    std::span<const std::size_t> turns, const std::stop_token& stop, const SearchDone& done = {});

}  // namespace isthmus
