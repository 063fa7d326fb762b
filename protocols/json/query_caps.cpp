#include "protocols/json/query_caps.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/number_range.hpp"
#include "protocols/json/analysis_query.hpp"

namespace isthmus {

namespace {

// Settings by which a query could take more of the machine than its searches' limits say.
constexpr std::array<std::string_view, 5> kOwnAtMost{"memory", "cache", "fills", "playouts",
                                                     "solver-threads"};

[[noreturn]] void refuse(const AnalysisQuery& query, const std::string& field,
                         const std::string& message) {
  QueryError error(field, "'" + field + "' " + message);
  error.set_id(query.id);
  throw error;
}

}  // namespace

std::vector<CapWarning> apply_caps(const QueryCaps& caps, SearchLimits& limits) {
  std::vector<CapWarning> warnings;
  if (limits.visits > caps.visits) {
    warnings.push_back(
        {"maxVisits", "searches end after " + std::to_string(caps.visits) + " visits here"});
  }
  if (limits.seconds > caps.seconds) {
    warnings.push_back(
        {"maxTime", "searches end after " + number_text(caps.seconds) + " seconds here"});
  }
  limits.visits = limits.visits == 0 ? caps.visits : std::min(limits.visits, caps.visits);
  limits.seconds = limits.seconds == 0 ? caps.seconds : std::min(limits.seconds, caps.seconds);
  return warnings;
}

std::vector<CapWarning> apply_caps(const QueryCaps& caps, const Settings& own,
                                   AnalysisQuery& query) {
  for (const std::string_view name : kOwnAtMost) {
    const SettingRow& row = find_setting(name);
    const auto member = std::get<std::int64_t Settings::*>(row.member);
    if (query.settings.*member > own.*member) {
      refuse(query, "overrideSettings/" + std::string(name),
             "should be at most " + get(own, row) + " here");
    }
  }
  if (query.turns.size() > caps.positions) {
    refuse(query, "analyzeTurns",
           "asks for " + std::to_string(query.turns.size()) + " positions; a query may ask for " +
               std::to_string(caps.positions) + " here");
  }
  for (const double seconds : {query.report_every, query.first_report}) {
    if (seconds > 0 && seconds < caps.report_every) {
      refuse(query, "reportDuringSearchEvery",
             "should be at least " + number_text(caps.report_every) +
                 " here, and so the first report");
    }
  }
  return apply_caps(caps, query.limits);
}

}  // namespace isthmus
