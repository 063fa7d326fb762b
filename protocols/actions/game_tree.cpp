#include "protocols/actions/game_tree.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocols/formats/query_writer.hpp"
#include "protocols/formats/sgf_moves.hpp"
#include "protocols/formats/sgf_tree.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMaxVariations = 10'000;

std::string marks_text(const std::vector<SgfMark>& marks) {
  std::string text;
  for (const SgfMark& mark : marks) text += mark.name + mark.values;
  return text;
}

OrderedJson comments_json(const std::vector<Note>& notes) {
  OrderedJson json = OrderedJson::array();
  for (const Note& note : notes) json.push_back(note.comment);
  return json;
}

OrderedJson marks_json(const std::vector<Note>& notes) {
  OrderedJson json = OrderedJson::array();
  for (const Note& note : notes) json.push_back(marks_text(note.marks));
  return json;
}

// Whether a game has a field of its own for the property.
bool has_own_field(const SgfProperty& property) {
  constexpr std::array<std::string_view, 14> kNames{"C",  "AB", "AW", "AE", "PL", "SZ",   "GM",
                                                    "FF", "RU", "PB", "PW", "RE", "GAME", "CELLS"};
  return is_sgf_move(property) ||
         std::find(kNames.begin(), kNames.end(), property.name) != kNames.end();
}

std::vector<SgfMark> read_marks(const JsonField& field) {
  const std::string wanted = "properties of SGF that are no moves, as in TR[a1]LB[b2:x]";
  const std::string text = field.text();
  if (text.empty()) return {};
  const std::string node = "(;" + text + ')';
  std::size_t end = 0;
  SgfTree tree;
  try {
    tree = read_sgf_tree(node, end);
  } catch (const FormatError&) {
    field.expect(wanted);
  }
  if (end != node.size() || tree.size() != 1 || tree[0].nodes.size() != 1) field.expect(wanted);
  std::vector<SgfMark> marks;
  for (const SgfProperty& property : tree[0].nodes[0]) {
    if (has_own_field(property)) field.expect(wanted);
    SgfMark& mark = marks.emplace_back(SgfMark{property.name, {}});
    for (const SgfValue& value : property.values) mark.values += '[' + value.raw + ']';
  }
  return marks;
}

OrderedJson turns_json(const Game& game, const std::vector<Turn>& turns) {
  OrderedJson json = OrderedJson::array();
  for (const Turn& turn : turns) {
    json.push_back(OrderedJson::array({colour_json(turn.colour), game.name(turn.move)}));
  }
  return json;
}

// The texts of a field, at most one a turn.
std::vector<JsonField> read_texts(JsonFields& fields, const char* name, std::size_t turns) {
  const auto list = fields.find(name);
  if (!list) return {};
  const std::string wanted = "an array of at most one text a turn";
  std::vector<JsonField> items = list->items(wanted);
  if (items.size() > turns) list->expect(wanted);
  return items;
}

std::vector<Note> read_notes(JsonFields& fields, std::size_t turns) {
  std::vector<Note> notes;
  for (const JsonField& item : read_texts(fields, "notes", turns)) {
    notes.push_back({.comment = item.text()});
  }
  const std::vector<JsonField> marks = read_texts(fields, "marks", turns);
  if (marks.size() > notes.size()) notes.resize(marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) notes[i].marks = read_marks(marks[i]);
  return notes;
}

// Fields that have no effect would be lost without notice.
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

OrderedJson game_tree_json(const GameFile& file) {
  const Game& game = file.record.game();
  auto json = OrderedJson::parse(write_query(file));
  json["rules"] = name(game.swap_rule());
  if (const SwapRule assumed = assumed_swap_rule(file); assumed != SwapRule::none) {
    json["assumedRules"] = name(assumed);
  }
  if (!json.contains("initialStones")) json["initialStones"] = OrderedJson::array();
  if (!json.contains("initialPlayer")) json["initialPlayer"] = "B";
  json["blackName"] = file.black_name;
  json["whiteName"] = file.white_name;
  json["result"] = file.result;
  json["comment"] = file.comment;
  json["info"] = marks_text(file.info);
  json["notes"] = comments_json(file.notes);
  json["marks"] = marks_json(file.notes);
  json["variations"] = OrderedJson::array();
  for (const Variation& variation : file.variations) {
    json["variations"].push_back({{"parent", variation.parent},
                                  {"after", variation.after},
                                  {"moves", turns_json(game, variation.turns)},
                                  {"notes", comments_json(variation.notes)},
                                  {"marks", marks_json(variation.notes)}});
  }
  json["view"] = file.view;
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
  file.names_swap_rule = read_assumed_rules(fields) == SwapRule::none ||
                         file.record.game().swap_rule() != SwapRule::none;
  file.black_name = fields.text("blackName", "");
  file.white_name = fields.text("whiteName", "");
  file.result = plain_result(fields.text("result", ""));
  file.comment = fields.text("comment", "");
  if (const auto info = fields.find("info")) file.info = read_marks(*info);
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
