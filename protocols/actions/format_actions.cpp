#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "protocols/actions/actions.hpp"
#include "protocols/actions/game_tree.hpp"
#include "protocols/drawing/board_svg.hpp"
#include "protocols/formats/game_formats.hpp"
#include "protocols/json/analysis_position.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMaxGames = 500;  // of one text
constexpr auto kPicture = "svg";

// Thrown to read no further.
struct Enough {};

std::string names_of_formats() {
  std::string names;
  for (const GameFormat& format : game_formats()) names += std::string(format.name) + ", ";
  return names + "or " + kPicture;
}

// The position after the turns of the field "turn", or else the last one.
const Position& position_of(const Record& record, JsonFields& fields) {
  const int last = static_cast<int>(record.turns().size());
  const int turn = fields.integer("turn", 0, last).value_or(last);
  return record.positions()[static_cast<std::size_t>(turn)];
}

}  // namespace

OrderedJson read_games_action(JsonFields& fields, ActionRun&, const ActionOptions&) {
  fields.find("text");
  const JsonField text_field = fields.object().at("text");
  const std::string text = text_field.text();
  const std::shared_ptr<const Game> game = read_game(fields);
  const std::string advice = game_page_advice(text);
  if (!advice.empty()) text_field.refuse("this is " + advice);
  const GameFormat& format = guess_game_format(text);
  OrderedJson games = OrderedJson::array();
  Omissions omissions;
  try {
    read_games(text, format, game, omissions, [&](const GameFile& file) {
      if (games.size() == kMaxGames) throw Enough{};
      games.push_back(game_tree_json(file));
    });
  } catch (const FormatError& error) {
    throw QueryError("text", "'text': " + std::string(error.what()));
  } catch (const Enough&) {
    omissions.add("games behind the first " + std::to_string(kMaxGames));
  }
  return {{"format", format.name}, {"games", std::move(games)}, {"leftOut", omissions.text()}};
}

OrderedJson write_game_action(JsonFields& fields, ActionRun&, const ActionOptions&) {
  fields.find("format");
  fields.find("game");
  const JsonField named = fields.object().at("format");
  const GameFormat* format = find_game_format(named.text());
  if (format == nullptr && named.text() != kPicture) named.expect(names_of_formats());
  const GameFile file = read_game_tree(fields.object().at("game"));
  Omissions omissions;
  if (format == nullptr) {
    const Record& record = file.record;
    return {{"text", board_svg(record.game(), position_of(record, fields), {})},
            {"leftOut", omissions.text()}};
  }
  try {
    const std::string text = write_game(file, *format, omissions);
    return {{"text", text}, {"leftOut", omissions.text()}};
  } catch (const FormatError& error) {
    throw QueryError("game", "'game': " + std::string(error.what()));
  }
}

}  // namespace isthmus
