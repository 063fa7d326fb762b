#include "protocols/actions/long_action.hpp"

#include <algorithm>
#include <cstdint>

#include "protocols/json/analysis_query.hpp"

namespace isthmus {

Settings settings_of_action(const ActionOptions& options) {
  constexpr std::int64_t kPart = 4;
  Settings settings = options.settings;
  settings.memory = std::max<std::int64_t>(1, settings.memory / kPart);
  return settings;
}

SearchLimits read_search_limits(JsonFields& fields, ActionRun& run, const ActionOptions& options) {
  SearchLimits limits{options.settings.visits, options.settings.time};
  if (const auto visits = fields.number("maxVisits", kVisitsRange)) {
    limits = {.visits = static_cast<std::int64_t>(*visits)};
  }
  if (!options.caps || limits.visits <= options.caps->visits) return limits;
  SearchLimits lowered{.visits = limits.visits};
  run.warnings = apply_caps(*options.caps, lowered);
  limits.visits = lowered.visits;
  return limits;
}

void report_searches(const ActionRun& run, std::size_t done, std::size_t of) {
  run.report({{"done", done}, {"of", of}});
}

}  // namespace isthmus
