#include "protocols/json/analysis_query.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocols/json/analysis_position.hpp"
#include "protocols/json/analysis_rules.hpp"
#include "protocols/json/json_field.hpp"
#include "protocols/json/json_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

constexpr int kMaxPriority = 1'000'000'000;
constexpr int kMaxVariation = 10'000;
constexpr std::size_t kMaxTurns = 10'000;

using ActionKind = AnalysisAction::Kind;
constexpr std::array kActions{
    std::pair{std::string_view("query_version"), ActionKind::query_version},
    std::pair{std::string_view("query_models"), ActionKind::query_models},
    std::pair{std::string_view("terminate"), ActionKind::terminate},
    std::pair{std::string_view("terminate_all"), ActionKind::terminate_all},
    std::pair{std::string_view("clear_cache"), ActionKind::clear_cache}};

std::vector<int> read_turns(JsonFields& fields, int moves) {
  const auto list = fields.find("analyzeTurns");
  if (!list) return {moves};
  const std::vector<JsonField> items = list->items("an array of whole numbers");
  if (items.empty()) {
    throw QueryError("analyzeTurns",
                     "'analyzeTurns' asks for no position; leave it out for the last one");
  }
  if (items.size() > kMaxTurns) {
    throw QueryError("analyzeTurns", "'analyzeTurns' asks for more than 10000 positions");
  }
  std::vector<int> turns;
  for (const JsonField& item : items) turns.push_back(item.integer(0, moves));
  return turns;
}

void read_settings(JsonFields& fields, Settings& settings) {
  const auto overrides = fields.find("overrideSettings");
  if (!overrides) return;
  if (!overrides->value().is_object()) overrides->expect("an object");
  for (const auto& [name, value] : overrides->value().items()) {
    const JsonField field = overrides->at(name);
    if (value.is_structured() || value.is_null()) field.expect("a number, true or false");
    try {
      set(settings, find_setting(name),
          value.is_string() ? value.get<std::string>() : value.dump());
    } catch (const SettingError& error) {
      throw QueryError(field.path(), error.what());
    }
  }
}

SearchLimits read_limits(JsonFields& fields, const Settings& settings) {
  SearchLimits limits{settings.visits, settings.time};
  const auto visits = fields.number("maxVisits", kVisitsRange);
  const auto seconds = fields.number("maxTime", kSecondsRange);
  if (visits) limits.visits = static_cast<std::int64_t>(*visits);
  if (seconds) limits.seconds = *seconds;
  if (limits.visits == 0 && limits.seconds == 0) limits.visits = kDefaultVisits;
  return limits;
}

// When and how a search is reported while it runs.
void read_reports(JsonFields& fields, AnalysisQuery& query) {
  query.report_every = fields.number("reportDuringSearchEvery", kSecondsRange).value_or(0);
  query.first_report =
      fields.number("firstReportDuringSearchAfter", kSecondsRange).value_or(query.report_every);
  const auto length = fields.integer("analysisPVLen", 0, kMaxVariation);
  if (length) query.variation_length = static_cast<std::size_t>(*length);
  query.include_policy = fields.flag("includePolicy");
  query.include_ownership = fields.flag("includeOwnership");
  query.judges_moves = fields.flag("includeMovesOwnership");
  query.include_variation_visits = fields.flag("includePVVisits");
}

std::vector<std::int64_t> read_priorities(JsonFields& fields, std::size_t turns) {
  const auto one = fields.integer("priority", -kMaxPriority, kMaxPriority);
  std::vector<std::int64_t> priorities(turns, one.value_or(0));
  const auto list = fields.find("priorities");
  if (!list) return priorities;
  if (one) throw QueryError("priorities", "'priorities' and 'priority' are given both");
  const std::string wanted = "an array of " + std::to_string(turns) + " whole numbers, one a turn";
  const std::vector<JsonField> items = list->items(wanted);
  if (items.size() != turns) list->expect(wanted);
  for (std::size_t i = 0; i < turns; ++i) {
    priorities[i] = items[i].integer(-kMaxPriority, kMaxPriority);
  }
  return priorities;
}

AnalysisQuery read_query(const Json& json, const Settings& defaults) {
  JsonFields fields{JsonField(json)};
  const std::string id = fields.text("id", "");
  try {
    AnalysisQuery query(read_position(fields, defaults));
    query.id = id;
    query.names_rules = json.contains("rules");
    query.turns = read_turns(fields, last_turn(query));
    query.priorities = read_priorities(fields, query.turns.size());
    read_settings(fields, query.settings);
    query.limits = read_limits(fields, query.settings);
    query.rules = read_move_rules(fields, query, query.turns);
    read_reports(fields, query);
    // KataGo's for the score, of which there is none.
    for (const char* name : {"komi", "whiteHandicapBonus"}) fields.find(name);
    // What problems hold beside their position (protocols/review/problems.hpp).
    for (const char* name : {"turn", "answer", "grade", "foundVisits"}) fields.find(name);
    query.unknown_fields = fields.unknown();
    return query;
  } catch (QueryError& error) {
    error.set_id(id);
    throw;
  }
}

// "query_version, query_models, ... or clear_cache".
std::string names_of_actions(std::span<const ServiceAction> further) {
  std::string names(kActions[0].first);
  for (std::size_t i = 1; i < kActions.size(); ++i) {
    const bool is_last = i + 1 == kActions.size() && further.empty();
    names += (is_last ? " or " : ", ") + std::string(kActions[i].first);
  }
  for (const ServiceAction& action : further) {
    names += (&action == &further.back() ? " or " : ", ") + std::string(action.name);
  }
  return names;
}

AnalysisRequest read_action(const Json& json, std::string_view text,
                            std::span<const ServiceAction> further) {
  JsonFields fields{JsonField(json)};
  const std::string id = fields.text("id", "");
  try {
    const std::string name = fields.text("action", "");
    const auto known = std::find_if(kActions.begin(), kActions.end(),
                                    [&](const auto& action) { return action.first == name; });
    if (known == kActions.end()) {
      const auto found =
          std::find_if(further.begin(), further.end(),
                       [&](const ServiceAction& action) { return action.name == name; });
      if (found == further.end()) {
        JsonField(json).at("action").expect(names_of_actions(further));
      }
      return FurtherAction{id, &*found, std::string(text)};
    }
    AnalysisAction action{known->second};
    if (action.kind == AnalysisAction::Kind::terminate) {
      if (!fields.find("terminateId"))
        throw QueryError("terminateId", "'terminateId' names no query");
      action.terminate_id = fields.text("terminateId", "");
    }
    if (const auto list = fields.find("turnNumbers")) {
      action.turns.emplace();
      for (const JsonField& item : list->items("an array of whole numbers")) {
        action.turns->insert(item.integer(0, std::numeric_limits<int>::max()));
      }
    }
    Json answer = json;
    if (action.kind == AnalysisAction::Kind::query_version) {
      answer["version"] = ISTHMUS_VERSION;
      answer["git_hash"] = "<omitted>";
    } else if (action.kind == AnalysisAction::Kind::query_models) {
      // The program as a whole, with all that KataGo says of a net.
      answer["models"] = {{{"name", "Isthmus"},
                           {"internalName", "isthmus-" ISTHMUS_VERSION},
                           {"maxBatchSize", 1},
                           {"usesHumanSLProfile", false},
                           {"version", 1},
                           {"usingFP16", "auto"}}};
    }
    action.answer = answer.dump(-1, ' ', false, Json::error_handler_t::replace);
    return action;
  } catch (QueryError& error) {
    error.set_id(id);
    throw;
  }
}

Json parse_object(std::string_view text) {
  Json json = parse_json(text);
  if (!json.is_object()) {
    throw QueryError("", "a query should be a JSON object, not " + quoted(json));
  }
  return json;
}

}  // namespace

std::size_t bytes_of(const AnalysisQuery& query) {
  constexpr std::size_t kTurnBytes = 512;  // what a position that waits is put into
  constexpr std::size_t kMoveBytes = 64;   // beside the position after it
  std::size_t bytes = sizeof query + query.id.size();
  bytes += query.record.positions().size() * (sizeof(Position) + kMoveBytes);
  bytes += query.counted.size() * sizeof(CountedTurn) + query.turns.size() * kTurnBytes;
  for (const MoveRule& rule : query.rules) {
    bytes += sizeof rule + rule.moves.size() * sizeof(Move);
  }
  for (const std::string& field : query.unknown_fields) bytes += field.size();
  return bytes;
}

AnalysisQuery parse_query(std::string_view text, const Settings& defaults) {
  return read_query(parse_object(text), defaults);
}

AnalysisRequest parse_request(std::string_view text, const Settings& defaults,
                              std::span<const ServiceAction> further) {
  const Json json = parse_object(text);
  if (json.contains("action")) return read_action(json, text, further);
  return read_query(json, defaults);
}

}  // namespace isthmus
