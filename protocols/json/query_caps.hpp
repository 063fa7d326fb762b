#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

struct AnalysisQuery;

// Caps on what the queries of a server's clients may ask for.
struct QueryCaps {
  std::int64_t visits = 100'000;  // of the root, after which any search ends
  double seconds = 60;            // likewise
  std::size_t positions = 1000;   // of one query
  double report_every = 0.05;     // seconds between reports, at the least
  double action_seconds = 300;    // of a long action, which is answered then with what is known
};

// A limit that was lowered, and the message to the client about it.
struct CapWarning {
  std::string field;
  std::string message;
};

// Lowers the limits of a search to the caps.
std::vector<CapWarning> apply_caps(const QueryCaps& caps, SearchLimits& limits);

// Holds a query to the caps: the limits of its searches are lowered to them. Throws QueryError
// where it asks for more positions or reports than allowed, or for more memory, fills or playouts
// than `own`, the settings of the service.
std::vector<CapWarning> apply_caps(const QueryCaps& caps, const Settings& own,
                                   AnalysisQuery& query);

}  // namespace isthmus
