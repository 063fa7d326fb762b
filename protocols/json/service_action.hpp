#pragma once

#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocols/json/json_field.hpp"
#include "protocols/json/query_caps.hpp"

namespace isthmus {

// The link between an action and the client that asked for it, beside the answer.
struct ActionRun {
  // Requested where the answer should come now, of what is known by then. Of no use but to long
  // actions, as is what follows.
  std::stop_token stop = {};
  // Reports how far it is: the fields of an answer on the way. Called by one thread at a time.
  std::function<void(const nlohmann::ordered_json& fields)> report = {};
  // What was lowered of what was asked for.
  std::vector<CapWarning> warnings = {};
};

// An action that a service is given beside its own. The service knows of it what stands here, so
// that what it is made of may lie above.
struct ServiceAction {
  std::string_view name;
  // Whether it takes more than a moment: then it reports on the way, is answered with what is known
  // where it is terminated, and holds up no others.
  bool is_long = false;
  // The fields of the answer beside id and action. May be called from several threads. Throws
  // QueryError; anything else thrown counts as a search that failed. Fields of the request that it
  // does not look up have no effect but a warning.
  std::function<nlohmann::ordered_json(JsonFields& fields, ActionRun& run)> answer;
};

}  // namespace isthmus
