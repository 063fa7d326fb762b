#include "protocols/analysis_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "protocols/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostQuoted = 40;  // characters of a bad value that a message repeats
constexpr double kMostSeconds = 1e9;
constexpr double kMostVisits = 4e9;

std::string quoted(const Json& value) {
  // Only a flat value is printed: a deep one would be printed by as deep a recursion.
  if (value.is_structured()) return value.is_array() ? "an array" : "an object";
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMostQuoted) text = text.substr(0, kMostQuoted) + "...";
  return text;
}

[[noreturn]] void fail(const std::string& field, const std::string& wanted, const Json& value) {
  throw QueryError(field, "'" + field + "' should be " + wanted + ", not " + quoted(value));
}

// The fields of a query, each looked up once, so that those nobody asked for can be named.
class Fields {
 public:
  explicit Fields(const Json& query) : query_(query) {}

  const Json* find(const std::string& name) {
    known_.push_back(name);
    const auto field = query_.find(name);
    return field == query_.end() ? nullptr : &*field;
  }

  std::string text(const std::string& name, const std::string& otherwise) {
    const Json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_string()) fail(name, "a string", *value);
    return value->get<std::string>();
  }

  bool flag(const std::string& name) {
    const Json* value = find(name);
    if (!value) return false;
    if (!value->is_boolean()) fail(name, "true or false", *value);
    return value->get<bool>();
  }

  std::optional<int> integer(const std::string& name, int least, int most) {
    const Json* value = find(name);
    if (!value) return std::nullopt;
    return integer(name, *value, least, most);
  }

  static int integer(const std::string& name, const Json& value, int least, int most) {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!value.is_number_integer() || !(number >= least && number <= most)) {
      fail(name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
           value);
    }
    return value.get<int>();
  }

  std::optional<double> number(const std::string& name, double least, double most,
                               const std::string& wanted) {
    const Json* value = find(name);
    if (!value) return std::nullopt;
    const double result = value->is_number() ? value->get<double>() : std::nan("");
    if (!(result >= least && result <= most)) fail(name, wanted, *value);
    return result;
  }

  std::vector<std::string> unknown() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : query_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) names.push_back(name);
    }
    return names;
  }

 private:
  const Json& query_;
  std::vector<std::string> known_;
};

SwapRule read_rules(Fields& fields) {
  const Json* rules = fields.find("rules");
  if (!rules) return SwapRule::none;
  const bool is_object = rules->is_object() && rules->contains("swap");
  const Json& swap = is_object ? (*rules)["swap"] : *rules;
  if (swap.is_string()) {
    if (const auto rule = find_swap_rule(swap.get<std::string>())) return *rule;
  }
  fail(is_object ? "rules/swap" : "rules", "none, swap-pieces or swap-sides", swap);
}

std::shared_ptr<const Game> read_game(Fields& fields) {
  const std::string name = fields.text("game", "hex");
  int side = 1;  // for a name that make_game() will not know
  for (const GameEntry& entry : games()) {
    if (entry.name == name) side = entry.default_size;
  }
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

Colour read_colour(const std::string& field, const Json& value) {
  const auto colour = value.is_string() ? find_colour(value.get<std::string>()) : std::nullopt;
  if (!colour) fail(field, "B or W", value);
  return *colour;
}

// The colour and the move of one element of a list such as [["B", "a1"], ["W", "c2"]].
Turn read_turn(const Game& game, const std::string& field, const Json& value) {
  if (!value.is_array() || value.size() != 2) {
    fail(field, "a pair such as [\"B\", \"a1\"]", value);
  }
  const Colour colour = read_colour(field + "/0", value[0]);
  if (!value[1].is_string()) fail(field + "/1", "a move such as \"a1\"", value[1]);
  try {
    return {colour, parse_move(game, value[1].get<std::string>())};
  } catch (const MoveError& error) {
    throw QueryError(field + "/1", "'" + field + "/1': " + error.what());
  }
}

template <class Visit>
void for_each_turn(Fields& fields, const Game& game, const std::string& name, Visit&& visit) {
  const Json* list = fields.find(name);
  if (!list) return;
  if (!list->is_array()) fail(name, "an array of pairs such as [\"B\", \"a1\"]", *list);
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string field = name + "/" + std::to_string(i);
    visit(field, read_turn(game, field, (*list)[i]));
  }
}

Position read_first_position(Fields& fields, const Game& game) {
  std::array<CellSet, 2> stones;
  for_each_turn(fields, game, "initialStones", [&](const std::string& field, Turn turn) {
    const std::string name = game.name(turn.move);
    if (!turn.move.is_cell()) throw QueryError(field, "'" + field + "': " + name + " is no cell");
    if ((stones[0] | stones[1]).contains(turn.move.cell())) {
      throw QueryError(field, "'" + field + "': there is a stone on " + name + " already");
    }
    stones[static_cast<std::size_t>(turn.colour)].insert(turn.move.cell());
  });
  Colour to_move = Colour::black;
  if (const Json* player = fields.find("initialPlayer")) {
    to_move = read_colour("initialPlayer", *player);
  }
  return game.setup(stones[0], stones[1], to_move);
}

Record read_record(Fields& fields) {
  const std::shared_ptr<const Game> game = read_game(fields);
  Record record(game, read_first_position(fields, *game));
  for_each_turn(fields, *game, "moves", [&](const std::string& field, Turn turn) {
    try {
      play_or_explain(record, turn.colour, turn.move);
    } catch (const MoveError& error) {
      throw QueryError(field, "'" + field + "': " + error.what());
    }
  });
  return record;
}

std::vector<int> read_turns(Fields& fields, int moves) {
  const Json* list = fields.find("analyzeTurns");
  if (!list) return {moves};
  if (!list->is_array()) fail("analyzeTurns", "an array of whole numbers", *list);
  std::vector<int> turns;
  for (std::size_t i = 0; i < list->size(); ++i) {
    turns.push_back(Fields::integer("analyzeTurns/" + std::to_string(i), (*list)[i], 0, moves));
  }
  return turns;
}

void read_settings(Fields& fields, Settings& settings) {
  const Json* overrides = fields.find("overrideSettings");
  if (!overrides) return;
  if (!overrides->is_object()) fail("overrideSettings", "an object", *overrides);
  for (const auto& [name, value] : overrides->items()) {
    const std::string field = "overrideSettings/" + name;
    if (value.is_structured() || value.is_null()) fail(field, "a number, true or false", value);
    try {
      set(settings, find_setting(name),
          value.is_string() ? value.get<std::string>() : value.dump());
    } catch (const SettingError& error) {
      throw QueryError(field, error.what());
    }
  }
}

SearchLimits read_limits(Fields& fields, const Settings& settings) {
  SearchLimits limits{settings.visits, settings.time};
  const auto visits =
      fields.number("maxVisits", 1, kMostVisits, "a number of visits from 1 to 4e9");
  const auto seconds =
      fields.number("maxTime", 1e-3, kMostSeconds, "a number of seconds from 0.001 to 1e9");
  if (visits) limits.visits = static_cast<std::int64_t>(*visits);
  if (seconds) limits.seconds = *seconds;
  if (limits.visits == 0 && limits.seconds == 0) limits.visits = kDefaultVisits;
  return limits;
}

}  // namespace

AnalysisQuery parse_query(std::string_view text, const Settings& defaults) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    // The library's message names line and column, behind a prefix of its own in brackets.
    const std::string message = error.what();
    const std::size_t prefix = message.find("] ");
    throw QueryError("", "not JSON: " + message.substr(prefix == message.npos ? 0 : prefix + 2));
  }
  if (!json.is_object()) {
    throw QueryError("", "a query should be a JSON object, not " + quoted(json));
  }
  Fields fields(json);
  const std::string id = fields.text("id", "");
  try {
    Record record = read_record(fields);
    AnalysisQuery query{.id = id, .record = std::move(record), .settings = defaults};
    query.turns = read_turns(fields, static_cast<int>(query.record.turns().size()));
    read_settings(fields, query.settings);
    query.limits = read_limits(fields, query.settings);
    query.include_policy = fields.flag("includePolicy");
    query.include_ownership = fields.flag("includeOwnership");
    query.include_variation_visits = fields.flag("includePVVisits");
    query.unknown_fields = fields.unknown();
    return query;
  } catch (QueryError& error) {
    error.set_id(id);
    throw;
  }
}

}  // namespace isthmus
