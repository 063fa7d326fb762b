#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocols/actions/page_actions.hpp"
#include "tests/support/even_evaluator.hpp"

namespace isthmus::test {

using Json = nlohmann::json;

inline ActionOptions action_options() {
  ActionOptions options;
  options.make_evaluator = EvenEvaluator::make;
  options.settings.memory = 16;
  options.engine = {"cpu", "none", [](const Game& game) {
                      return std::string(game.fill_rule() ? "fills" : "playouts");
                    }};
  return options;
}

// What an action answers to a request, whose id and name are no part of it. Throws QueryError.
inline Json ask_action(const std::string& name, const Json& request,
                       const ActionOptions& options = action_options(), ActionRun run = {}) {
  if (!run.report) run.report = [](const nlohmann::ordered_json&) {};
  const std::vector<ServiceAction> actions = page_actions(options);
  const auto found = std::find_if(actions.begin(), actions.end(),
                                  [&](const ServiceAction& row) { return row.name == name; });
  REQUIRE(found != actions.end());
  JsonFields fields{JsonField(request)};
  const Json answer = found->answer(fields, run);
  CHECK(fields.unknown().empty());
  return answer;
}

// Turns as JSON. (Of strings alone in two braces, nlohmann's JSON makes an object.)
inline Json turns(const std::vector<std::pair<std::string, std::string>>& made) {
  Json list = Json::array();
  for (const auto& [player, move] : made) list.push_back(Json::array({player, move}));
  return list;
}

// The field that an action finds fault with; empty where it answers.
inline std::string refused_field(const std::string& name, const Json& request) {
  try {
    ask_action(name, request);
  } catch (const QueryError& error) {
    CHECK_FALSE(std::string(error.what()).empty());
    return error.field();
  }
  return "";
}

}  // namespace isthmus::test
