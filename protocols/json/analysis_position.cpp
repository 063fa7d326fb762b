#include "protocols/json/analysis_position.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/lower_case.hpp"
#include "games/list.hpp"
#include "protocols/json/analysis_rules.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

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

SwapRule read_rules(JsonFields& fields) {
  const auto rules = fields.find("rules");
  if (!rules) return SwapRule::none;
  if (rules->value().is_object()) {
    for (const std::string& name : rules->unknown(kPartsOfRules)) {
      fields.add_unknown("rules/" + name);
    }
    const auto swap = rules->find("swap");
    return swap ? read_swap_rule(*swap) : SwapRule::none;
  }
  const std::string name = rules->value().is_string() ? lower_case(rules->text()) : "";
  const bool is_of_go = std::find(kRulesOfGo.begin(), kRulesOfGo.end(), name) != kRulesOfGo.end();
  return is_of_go ? SwapRule::none : read_swap_rule(*rules);
}

}  // namespace

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
    throw QueryError(fields.object().path_of("game"), error.what());
  }
}

void for_each_turn(JsonFields& fields, const std::string& name, const VisitTurn& visit) {
  constexpr auto kPair = "a pair such as [\"B\", \"a1\"]";
  const auto list = fields.find(name);
  if (!list) return;
  constexpr std::size_t kMost = 10'000;
  const std::vector<JsonField> turns = list->items("an array of pairs such as [\"B\", \"a1\"]");
  if (turns.size() > kMost) list->expect("an array of at most " + std::to_string(kMost) + " pairs");
  for (const JsonField& field : turns) {
    const std::vector<JsonField> pair = field.items(kPair);
    if (pair.size() != 2) field.expect(kPair);
    visit(field, read_colour(pair[0]), pair[1]);
  }
}

void play_turn(Record& record, const JsonField& turn, Colour colour, const JsonField& move) {
  try {
    play_or_explain(record, colour, read_move(record.game(), move));
  } catch (const MoveError& error) {
    turn.refuse(error.what());
  }
}

namespace {

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

}  // namespace

SwapRule read_assumed_rules(JsonFields& fields) {
  const auto field = fields.find("assumedRules");
  if (!field) return SwapRule::none;
  const auto rule = find_swap_rule(field->text());
  if (!rule) field->expect("none, swap-pieces or swap-sides");
  return *rule;
}

SearchQuery read_position(JsonFields& fields, const Settings& defaults) {
  const std::shared_ptr<const Game> game = read_game(fields);
  SearchQuery query{.record = Record(game, read_first_position(fields, *game)),
                    .settings = defaults};
  Record& record = query.record;
  std::vector<CountedTurn> counted{{0, record.position().to_move}};
  for_each_turn(fields, "moves", [&](const JsonField& field, Colour colour, const JsonField& of) {
    Colour to_move = opponent(colour);
    if (!is_pass(*game, of)) {
      play_turn(record, field, colour, of);
      to_move = record.position().to_move;
    } else if (record.position().result != Result::ongoing) {
      field.refuse("pass: the game is over");
    }
    counted.push_back({static_cast<int>(record.turns().size()), to_move});
  });
  if (counted.size() > record.positions().size()) query.counted = std::move(counted);
  return query;
}

}  // namespace isthmus
