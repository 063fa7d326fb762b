#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/number_range.hpp"
#include "engine/game/record.hpp"
#include "engine/search/position_search.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/json/query_error.hpp"
#include "protocols/json/service_action.hpp"

namespace isthmus {

// What a query asks for: positions of one game, how long to think about each, and what to report of
// them. The fields of the JSON form are described in protocols/json/README.md.
struct AnalysisQuery : SearchQuery {
  explicit AnalysisQuery(SearchQuery searches) : SearchQuery(std::move(searches)) {}

  std::string id = {};                        // empty where the query has none
  std::vector<int> turns = {};                // analyse the positions after these numbers of moves
  std::vector<std::int64_t> priorities = {};  // of each of these; the largest goes first
  std::size_t variation_length = kMaxCells;   // moves of a variation beyond the first
  bool include_policy = false;
  bool include_ownership = false;
  bool include_variation_visits = false;
  bool names_rules = false;  // whether it says by what rules it is played
  std::vector<std::string> unknown_fields = {};
};

// About how many bytes a query takes while it waits, with what is needed to answer it.
std::size_t bytes_of(const AnalysisQuery& query);

// What a service is asked to do about the queries that it has.
struct AnalysisAction {
  enum class Kind { query_version, query_models, terminate, terminate_all, clear_cache };

  Kind kind;
  std::string terminate_id = {};  // of the queries to terminate
  // Only the positions after these numbers of moves, where given.
  std::optional<std::set<int>> turns = {};
  std::string answer = {};  // the line that says it is done
};

// One of the actions that a service was given beside its own, as it was asked for.
struct FurtherAction {
  std::string id;
  const ServiceAction* action;
  std::string text;  // in JSON, which takes less room than what is made of it
};

// What maxVisits may be, and maxTime and other times.
inline constexpr NumberRange kVisitsRange{1, 4e9, true};
inline constexpr NumberRange kSecondsRange{0.001, 1e9};

// Visits of a query that sets no limit, where the settings set none either.
inline constexpr std::int64_t kDefaultVisits = 10'000;

// Reads a query from JSON text; what it leaves open is as in `defaults`. Throws QueryError.
AnalysisQuery parse_query(std::string_view text, const Settings& defaults);

// The same, or an action: one of every service, or of `further`, which must outlive what is
// returned. Throws QueryError.
using AnalysisRequest = std::variant<AnalysisQuery, AnalysisAction, FurtherAction>;
AnalysisRequest parse_request(std::string_view text, const Settings& defaults,
                              std::span<const ServiceAction> further = {});

}  // namespace isthmus
