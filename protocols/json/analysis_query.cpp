#include "protocols/json/analysis_query.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "protocols/json/analysis_rules.hpp"
#include "protocols/json/json_field.hpp"
#include "protocols/json/json_text.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

constexpr NumberRange kVisits{1, 4e9, true};
constexpr NumberRange kSeconds{0.001, 1e9};
constexpr int kMaxPriority = 1'000'000'000;
constexpr int kMaxVariation = 10'000;
constexpr std::size_t kMaxTurns = 10'000;

using ActionKind = AnalysisAction::Kind;
constexpr std::array kActions{
    std::pair{std::string_view("query_version"), ActionKind::query_version},
    std::pair{std::string_view("terminate"), ActionKind::terminate},
    std::pair{std::string_view("terminate_all"), ActionKind::terminate_all},
    std::pair{std::string_view("clear_cache"), ActionKind::clear_cache}};

SwapRule read_rules(JsonFields& fields) {
  const auto rules = fields.find("rules");
  if (!rules) return SwapRule::none;
  const JsonField swap = rules->value().is_object() ? rules->find("swap").value_or(*rules) : *rules;
  if (swap.value().is_string()) {
    if (const auto rule = find_swap_rule(swap.text())) return *rule;
  }
  swap.expect("none, swap-pieces or swap-sides");
}

std::shared_ptr<const Game> read_game(JsonFields& fields) {
  const std::string name = fields.text("game", std::string(kDefaultGame));
  int side = 1;  // for a name that make_game() will not know
  if (const GameEntry* entry = find_game(name)) side = entry->default_size;
  side = fields.integer("size", 1, kMaxSide).value_or(side);
  const int columns = fields.integer("boardXSize", 1, kMaxSide).value_or(side);
  const int rows = fields.integer("boardYSize", 1, kMaxSide).value_or(side);
  const SwapRule swap = read_rules(fields);
  try {
    return make_game(name, rows, columns, swap);
  } catch (const std::invalid_argument& error) {
    throw QueryError("game", error.what());
  }
}

// The colour and the move of one element of a list such as [["B", "a1"], ["W", "c2"]].
Turn read_turn(const Game& game, const JsonField& field) {
  constexpr auto kPair = "a pair such as [\"B\", \"a1\"]";
  const std::vector<JsonField> pair = field.items(kPair);
  if (pair.size() != 2) field.expect(kPair);
  return {read_colour(pair[0]), read_move(game, pair[1])};
}

template <class Visit>
void for_each_turn(JsonFields& fields, const Game& game, const std::string& name, Visit&& visit) {
  const auto list = fields.find(name);
  if (!list) return;
  for (const JsonField& field : list->items("an array of pairs such as [\"B\", \"a1\"]")) {
    visit(field, read_turn(game, field));
  }
}

Position read_first_position(JsonFields& fields, const Game& game) {
  std::array<CellSet, 2> stones;
  for_each_turn(fields, game, "initialStones", [&](const JsonField& field, Turn turn) {
    const std::string name = game.name(turn.move);
    if (!turn.move.is_cell()) field.refuse(name + " is no cell");
    if ((stones[0] | stones[1]).contains(turn.move.cell())) {
      field.refuse("there is a stone on " + name + " already");
    }
    stones[static_cast<std::size_t>(turn.colour)].insert(turn.move.cell());
  });
  Colour to_move = Colour::black;
  if (const auto player = fields.find("initialPlayer")) to_move = read_colour(*player);
  return game.setup(stones[0], stones[1], to_move);
}

Record read_record(JsonFields& fields) {
  const std::shared_ptr<const Game> game = read_game(fields);
  Record record(game, read_first_position(fields, *game));
  for_each_turn(fields, *game, "moves", [&](const JsonField& field, Turn turn) {
    try {
      play_or_explain(record, turn.colour, turn.move);
    } catch (const MoveError& error) {
      field.refuse(error.what());
    }
  });
  return record;
}

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
  const auto visits = fields.number("maxVisits", kVisits);
  const auto seconds = fields.number("maxTime", kSeconds);
  if (visits) limits.visits = static_cast<std::int64_t>(*visits);
  if (seconds) limits.seconds = *seconds;
  if (limits.visits == 0 && limits.seconds == 0) limits.visits = kDefaultVisits;
  return limits;
}

// When and how a search is reported while it runs.
void read_reports(JsonFields& fields, AnalysisQuery& query) {
  query.report_every = fields.number("reportDuringSearchEvery", kSeconds).value_or(0);
  query.first_report =
      fields.number("firstReportDuringSearchAfter", kSeconds).value_or(query.report_every);
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
    Record record = read_record(fields);
    AnalysisQuery query({.record = std::move(record), .settings = defaults});
    query.id = id;
    query.turns = read_turns(fields, static_cast<int>(query.record.turns().size()));
    query.priorities = read_priorities(fields, query.turns.size());
    read_settings(fields, query.settings);
    query.limits = read_limits(fields, query.settings);
    query.rules = read_move_rules(fields, query.record, query.turns);
    read_reports(fields, query);
    query.unknown_fields = fields.unknown();
    return query;
  } catch (QueryError& error) {
    error.set_id(id);
    throw;
  }
}

AnalysisAction read_action(const Json& json) {
  JsonFields fields{JsonField(json)};
  const std::string id = fields.text("id", "");
  try {
    const std::string name = fields.text("action", "");
    const auto known = std::find_if(kActions.begin(), kActions.end(),
                                    [&](const auto& action) { return action.first == name; });
    if (known == kActions.end()) {
      JsonField(json).at("action").expect("query_version, terminate, terminate_all or clear_cache");
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
        action.turns->push_back(item.integer(0, std::numeric_limits<int>::max()));
      }
    }
    Json answer = json;
    if (action.kind == AnalysisAction::Kind::query_version) {
      answer["version"] = ISTHMUS_VERSION;
      answer["git_hash"] = "<omitted>";
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

AnalysisQuery parse_query(std::string_view text, const Settings& defaults) {
  return read_query(parse_object(text), defaults);
}

std::variant<AnalysisQuery, AnalysisAction> parse_request(std::string_view text,
                                                          const Settings& defaults) {
  const Json json = parse_object(text);
  if (json.contains("action")) return read_action(json);
  return read_query(json, defaults);
}

}  // namespace isthmus
