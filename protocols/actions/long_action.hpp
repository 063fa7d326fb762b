#pragma once

#include "protocols/actions/action_options.hpp"
#include "protocols/json/service_action.hpp"

// What long actions have in common.

namespace isthmus {

// Settings for the searches of one: as they are, with a part of the memory, as several go on at a
// time beside the queries.
Settings settings_of_action(const ActionOptions& options);

// The limits of each search: maxVisits of the request, or else of the settings, as far as the caps
// allow; 0 where none of them says.
SearchLimits read_search_limits(JsonFields& fields, ActionRun& run, const ActionOptions& options);

// Reports how many searches are done, of how many.
void report_searches(const ActionRun& run, std::size_t done, std::size_t of);

}  // namespace isthmus
