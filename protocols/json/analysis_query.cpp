#include "protocols/json/analysis_query.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/base/lower_case.hpp"
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
    std::pair{std::string_view("query_models"), ActionKind::query_models},
    std::pair{std::string_view("terminate"), ActionKind::terminate},
    std::pair{std::string_view("terminate_all"), ActionKind::terminate_all},
    std::pair{std::string_view("clear_cache"), ActionKind::clear_cache}};

// Rules of Go by KataGo's names, and what its rules are made of: its clients must name some. They
// say nothing of our games.
constexpr std::array<std::string_view, 15> kRulesOfGo{
    "tromp-taylor", "chinese",      "chinese-ogs", "chinese-kgs", "japanese",
    "korean",       "ancient-area", "aga",         "aga-button",  "bga",
    "french",       "ing",          "goe",         "new-zealand", "stone-scoring"};
const std::vector<std::string> kPartsOfRules{
    "swap", "ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk"};

SwapRule read_swap_rule(const JsonField& field) {
  if (field.value().is_string()) {
    if (const auto rule = find_swap_rule(field.text())) return *rule;
  }
  field.expect("none, swap-pieces or swap-sides");
}

SwapRule read_rules(JsonFields& fields, std::vector<std::string>& unknown) {
  const auto rules = fields.find("rules");
  if (!rules) return SwapRule::none;
  if (rules->value().is_object()) {
    for (const std::string& name : rules->unknown(kPartsOfRules))
      unknown.push_back("rules/" + name);
    const auto swap = rules->find("swap");
    return swap ? read_swap_rule(*swap) : SwapRule::none;
  }
  const std::string name = rules->value().is_string() ? lower_case(rules->text()) : "";
  const bool is_of_go = std::find(kRulesOfGo.begin(), kRulesOfGo.end(), name) != kRulesOfGo.end();
  return is_of_go ? SwapRule::none : read_swap_rule(*rules);
}

std::shared_ptr<const Game> read_game(JsonFields& fields, std::vector<std::string>& unknown) {
  const std::string name = fields.text("game", std::string(kDefaultGame));
  int side = 1;  // for a name that make_game() will not know
  if (const GameEntry* entry = find_game(name)) side = entry->default_size;
  side = fields.integer("size", 1, kMaxSide).value_or(side);
  const int columns = fields.integer("boardXSize", 1, kMaxSide).value_or(side);
  const int rows = fields.integer("boardYSize", 1, kMaxSide).value_or(side);
  const SwapRule swap = read_rules(fields, unknown);
  try {
    return make_game(name, rows, columns, swap);
  } catch (const std::invalid_argument& error) {
    throw QueryError("game", error.what());
  }
}

// Visits the elements of a list such as [["B", "a1"], ["W", "c2"]], each with its colour and the
// field of its move.
template <class Visit>
void for_each_turn(JsonFields& fields, const std::string& name, Visit&& visit) {
  constexpr auto kPair = "a pair such as [\"B\", \"a1\"]";
  const auto list = fields.find(name);
  if (!list) return;
  for (const JsonField& field : list->items("an array of pairs such as [\"B\", \"a1\"]")) {
    const std::vector<JsonField> pair = field.items(kPair);
    if (pair.size() != 2) field.expect(kPair);
    visit(field, read_colour(pair[0]), pair[1]);
  }
}

// Whether a move is a pass in a game that has none.
bool is_pass(const Game& game, const JsonField& move) {
  return move.value().is_string() && lower_case(move.text()) == "pass" &&
         !game.find_move(move.text());
}

Position read_first_position(JsonFields& fields, const Game& game) {
  std::array<CellSet, 2> stones;
  for_each_turn(fields, "initialStones",
                [&](const JsonField& field, Colour colour, const JsonField& of) {
                  const Move move = read_move(game, of);
                  const std::string name = game.name(move);
                  if (!move.is_cell()) field.refuse(name + " is no cell");
                  if ((stones[0] | stones[1]).contains(move.cell())) {
                    field.refuse("there is a stone on " + name + " already");
                  }
                  stones[static_cast<std::size_t>(colour)].insert(move.cell());
                });
  Colour to_move = Colour::black;
  if (const auto player = fields.find("initialPlayer")) to_move = read_colour(*player);
  return game.setup(stones[0], stones[1], to_move);
}

// The game and its moves. A pass is counted, and the other side moves next.
SearchQuery read_moves(JsonFields& fields, const Settings& defaults,
                       std::vector<std::string>& unknown) {
  const std::shared_ptr<const Game> game = read_game(fields, unknown);
  SearchQuery query{.record = Record(game, read_first_position(fields, *game)),
                    .settings = defaults};
  Record& record = query.record;
  std::vector<CountedTurn> counted{{0, record.position().to_move}};
  for_each_turn(fields, "moves", [&](const JsonField& field, Colour colour, const JsonField& of) {
    Colour to_move = opponent(colour);
    if (!is_pass(*game, of)) {
      const Move move = read_move(*game, of);
      try {
        play_or_explain(record, colour, move);
      } catch (const MoveError& error) {
        field.refuse(error.what());
      }
      to_move = record.position().to_move;
    } else if (record.position().result != Result::ongoing) {
      field.refuse("pass: the game is over");
    }
    counted.push_back({static_cast<int>(record.turns().size()), to_move});
  });
  if (counted.size() > record.positions().size()) query.counted = std::move(counted);
  return query;
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
    std::vector<std::string> unknown;
    AnalysisQuery query(read_moves(fields, defaults, unknown));
    query.id = id;
    query.turns = read_turns(fields, last_turn(query));
    query.priorities = read_priorities(fields, query.turns.size());
    read_settings(fields, query.settings);
    query.limits = read_limits(fields, query.settings);
    query.rules = read_move_rules(fields, query, query.turns);
    read_reports(fields, query);
    // KataGo's for the score, of which there is none.
    for (const char* name : {"komi", "whiteHandicapBonus"}) fields.find(name);
    // What problems hold beside their position (protocols/review/problems.hpp).
    fields.find("turn");
    fields.find("answer");
    query.unknown_fields = fields.unknown();
    query.unknown_fields.insert(query.unknown_fields.end(), unknown.begin(), unknown.end());
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
      JsonField(json).at("action").expect(
          "query_version, query_models, terminate, terminate_all or clear_cache");
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
