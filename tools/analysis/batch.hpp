#pragma once

#include <string>
#include <vector>

#include "engine/search/search_pool.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// What became of a batch of queries.
struct BatchResult {
  int queries = 0;
  int refused = 0;  // answered with an error
};

// Analyses the positions of many queries at once and writes the answers to standard output in the
// order of the queries, each as soon as those before it are known. Says on standard error how it
// goes on: on a terminal in one line that changes, elsewhere every ten seconds. On SIGINT and
// SIGTERM searches under way are answered with what is known, and the others left out. Throws what
// an evaluator threw that failed.
BatchResult analyze_batch(const std::vector<std::string>& queries, const Settings& settings,
                          SearchPoolOptions options);

}  // namespace isthmus
