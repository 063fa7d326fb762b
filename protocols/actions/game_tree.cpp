#include "protocols/actions/game_tree.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "protocols/formats/query_writer.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMaxVariations = 10'000;

OrderedJson notes_json(const std::vector<Note>& notes, Omissions& omissions) {
  OrderedJson json = OrderedJson::array();
  for (const Note& note : notes) {
    json.push_back(note.comment);
    omissions.add("other properties", note.marks.size());
  }
  return json;
}

OrderedJson turns_json(const Game& game, const std::vector<Turn>& turns) {
  OrderedJson json = OrderedJson::array();
  for (const Turn& turn : turns) {
    json.push_back(OrderedJson::array({colour_json(turn.colour), game.name(turn.move)}));
  }
  return json;
}

std::vector<Note> read_notes(JsonFields& fields, std::size_t turns) {
  std::vector<Note> notes;
  const auto list = fields.find("notes");
  if (!list) return notes;
  const std::string wanted = "an array of at most one text a turn";
  const std::vector<JsonField> items = list->items(wanted);
  if (items.size() > turns) list->expect(wanted);
  for (const JsonField& item : items) notes.push_back({.comment = item.text()});
  return notes;
}

// Fields that have no effect would be lost, and nobody would see it.
void refuse_unknown(const JsonFields& fields) {
  const std::vector<std::string> unknown = fields.unknown();
  if (unknown.empty()) return;
  const std::string path = fields.object().path_of(unknown.front());
  throw QueryError(path, "'" + path + "' is no field of a game");
}

void check_object(const JsonField& field, const char* wanted) {
  if (!field.value().is_object()) field.expect(wanted);
}

std::size_t read_count(const JsonField& field, std::size_t most) {
  return static_cast<std::size_t>(field.integer(0, static_cast<int>(most)));
}

// A variation, and what it leads through, from where it leaves its parent; `lines` are the game and
// the variations before it.
Variation read_variation(const JsonField& field, std::vector<Record>& lines) {
  check_object(field, "an object with parent, after and moves");
  JsonFields fields(field);
  fields.find("parent");
  fields.find("after");
  Variation variation{read_count(field.at("parent"), lines.size() - 1), 0, {}};
  const Record& parent = lines[variation.parent];
  variation.after = read_count(field.at("after"), parent.turns().size());
  Record line(parent.shared_game(), parent.positions()[variation.after]);
  for_each_turn(fields, "moves", [&](const JsonField& turn, Colour colour, const JsonField& move) {
    play_turn(line, turn, colour, move);
  });
  variation.turns = line.turns();
  variation.notes = read_notes(fields, variation.turns.size());
  refuse_unknown(fields);
  lines.push_back(std::move(line));
  return variation;
}

}  // namespace

OrderedJson game_tree_json(const GameFile& file, Omissions& omissions) {
  const Game& game = file.record.game();
  auto json = OrderedJson::parse(write_query(file));
  if (!json.contains("initialStones")) json["initialStones"] = OrderedJson::array();
  if (!json.contains("initialPlayer")) json["initialPlayer"] = "B";
  json["blackName"] = file.black_name;
  json["whiteName"] = file.white_name;
  json["result"] = file.result;
  json["comment"] = file.comment;
  json["notes"] = notes_json(file.notes, omissions);
  json["variations"] = OrderedJson::array();
  for (const Variation& variation : file.variations) {
    json["variations"].push_back({{"parent", variation.parent},
                                  {"after", variation.after},
                                  {"moves", turns_json(game, variation.turns)},
                                  {"notes", notes_json(variation.notes, omissions)}});
  }
  json["view"] = file.view;
  omissions.add("other properties", file.info.size());
  return json;
}

GameFile read_game_tree(const JsonField& field) {
  check_object(field, "a game: an object with game, boardXSize, boardYSize and moves");
  JsonFields fields(field);
  const SearchQuery query = read_position(fields, {});
  GameFile file{.record = query.record};
  // A pass between other moves shows in their colours; at the end nothing does.
  if (position_after(query, last_turn(query)).to_move != file.record.position().to_move) {
    field.at("moves").refuse("a game cannot end with a pass");
  }
  file.black_name = fields.text("blackName", "");
  file.white_name = fields.text("whiteName", "");
  file.result = plain_result(fields.text("result", ""));
  file.comment = fields.text("comment", "");
  file.notes = read_notes(fields, file.record.turns().size());
  file.view = fields.text("view", "");
  if (const auto list = fields.find("variations")) {
    const std::string wanted = "an array of at most " + std::to_string(kMaxVariations) + " objects";
    const std::vector<JsonField> items = list->items(wanted);
    if (items.size() > kMaxVariations) list->expect(wanted);
    std::vector<Record> lines{file.record};
    for (const JsonField& item : items) file.variations.push_back(read_variation(item, lines));
  }
  refuse_unknown(fields);
  return file;
}

}  // namespace isthmus
