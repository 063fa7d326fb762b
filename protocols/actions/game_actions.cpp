#include <string>
#include <type_traits>
#include <variant>

#include "games/list.hpp"
#include "protocols/actions/actions.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

// "whole", "number" or "boolean", as the schema has it.
const char* type_of(const SettingRow& row) {
  constexpr const char* kTypes[] = {"whole", "number", "boolean"};
  return kTypes[row.member.index()];
}

OrderedJson setting_json(const SettingRow& row, const Settings& settings) {
  OrderedJson json{{"name", row.name}, {"type", type_of(row)}};
  std::visit(
      [&](auto member) {
        using Value = std::remove_cvref_t<decltype(settings.*member)>;
        if constexpr (!std::is_same_v<Value, bool>) {
          json["min"] = static_cast<Value>(row.least);
          json["max"] = static_cast<Value>(row.most);
        }
        json["value"] = settings.*member;
      },
      row.member);
  json["help"] = row.help;
  return json;
}

}  // namespace

OrderedJson query_games(JsonFields&, ActionRun&, const ActionOptions&) {
  OrderedJson list = OrderedJson::array();
  for (const GameEntry& entry : games()) {
    list.push_back(
        {{"name", entry.name},
         {"title", entry.title},
         {"description", entry.description},
         {"defaultSize", entry.default_size},
         {"minSize", entry.min_size},
         {"maxSize", entry.max_size},
         {"isRectangular", entry.any_rectangle},
         {"swapRules", {name(SwapRule::none), name(SwapRule::pieces), name(SwapRule::sides)}},
         {"defaultSwapRule", name(entry.usual_swap)}});
  }
  return {{"games", std::move(list)}};
}

OrderedJson query_settings(JsonFields&, ActionRun&, const ActionOptions& options) {
  OrderedJson settings = OrderedJson::array();
  for (const SettingRow& row : setting_rows()) {
    settings.push_back(setting_json(row, options.settings));
  }
  OrderedJson evaluators = OrderedJson::object();
  for (const GameEntry& entry : games()) {
    const auto game = make_game(entry.name, entry.default_size, entry.default_size, SwapRule::none);
    evaluators[std::string(entry.name)] = options.engine.evaluator_of(*game);
  }
  OrderedJson answer{{"settings", std::move(settings)},
                     {"engine",
                      {{"version", ISTHMUS_VERSION},
                       {"threads", options.settings.threads},
                       {"instructions", options.engine.instructions},
                       {"backend", options.engine.backend},
                       {"evaluators", std::move(evaluators)}}}};
  if (options.caps) {
    answer["maxVisits"] = options.caps->visits;
    answer["maxTime"] = options.caps->seconds;
  }
  return answer;
}

}  // namespace isthmus
