#pragma once

#include <vector>

#include "protocols/actions/action_options.hpp"
#include "protocols/json/service_action.hpp"

namespace isthmus {

// All actions of this room, for AnalysisService::Options.
std::vector<ServiceAction> page_actions(const ActionOptions& options);

}  // namespace isthmus
