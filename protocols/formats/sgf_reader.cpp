#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "engine/base/lower_case.hpp"
#include "games/list.hpp"
#include "protocols/formats/colour_exchange.hpp"
#include "protocols/formats/hexworld.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/formats/sgf_dialect.hpp"
#include "protocols/formats/sgf_moves.hpp"
#include "protocols/formats/sgf_tree.hpp"
#include "protocols/formats/text_check.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

bool is_setup(const SgfProperty& property) {
  return property.name == "AB" || property.name == "AW" || property.name == "AE" ||
         property.name == "PL";
}

// Properties of the first node that GameFile has members for, or that the writer writes anew.
bool is_known_of_root(const SgfProperty& property) {
  constexpr std::array<std::string_view, 14> kNames{"FF",   "GM",    "CA",    "AP",      "SZ",
                                                    "RU",   "PB",    "PW",    "RE",      "C",
                                                    "GAME", "CELLS", "FIRST", "HEXWORLD"};
  return is_setup(property) ||
         std::find(kNames.begin(), kNames.end(), property.name) != kNames.end();
}

std::optional<int> side(std::string_view text) {
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  if (number < 1 || number > kMaxSide) return std::nullopt;
  return number;
}

void add_text(std::string& comment, const std::string& more) {
  if (!comment.empty() && !more.empty()) comment += '\n';
  comment += more;
}

// More properties than this no turn has that a person has looked at.
constexpr std::size_t kMaxMarks = 256;

// The first one of a name counts: a second one may come from a node without a move.
void add_mark(std::vector<SgfMark>& marks, const SgfProperty& property) {
  for (const SgfMark& mark : marks) {
    if (mark.name == property.name) return;
  }
  SgfMark mark{property.name, {}};
  for (const SgfValue& value : property.values) mark.values += '[' + value.raw + ']';
  marks.push_back(std::move(mark));
}

// Builds the game from the lines of its tree.
class GameReader {
 public:
  GameReader(std::string_view text, const SgfTree& tree, const SgfDefaults& defaults,
             Omissions& omissions)
      : text_(text),
        tree_(tree),
        main_(tree[0].nodes),
        dialect_(sgf_dialect(text, tree, defaults.game.empty() ? kDefaultGame : defaults.game)),
        swap_rule_(defaults.swap_rule),
        omissions_(omissions) {}

  GameFile read() {
    const std::shared_ptr<const Game> game = make();
    first_move_ = static_cast<std::size_t>(
        std::find_if(main_.begin(), main_.end(),
                     [](const SgfNode& node) { return find_sgf_move(node) != nullptr; }) -
        main_.begin());
    Position first = set_up(*game);
    white_begins_ = white_begins(*game, first);
    if (white_begins_) {
      first =
          game->setup(first.of(Colour::white), first.of(Colour::black), opponent(first.to_move));
    }
    GameFile file{.record = Record(game, first)};
    file.black_name = value("PB");
    file.white_name = value("PW");
    file.result = plain_result(value("RE"));
    file.view = value("HEXWORLD");
    file.names_swap_rule = names_swap_rule_;
    omissions_.add("views", is_hexworld_view(file.view) ? 0 : 1);
    if (!is_hexworld_view(file.view)) file.view.clear();
    read_main_line(file);
    in_variations_ = true;
    read_variations(file);
    in_variations_ = false;
    if (white_begins_) exchange_colours_of_text(file);
    return file;
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    // The place of a variation's end is not asked for, and to count lines takes time.
    if (in_variations_) throw FormatError(message);
    throw_format_error(text_, offset, message);
  }

  const SgfValue* find(std::string_view name) const {
    for (const SgfProperty& property : main_[0]) {
      if (property.name == name) return &property.values[0];
    }
    return nullptr;
  }

  std::string value(std::string_view name) const {
    const SgfValue* found = find(name);
    return found != nullptr ? found->text : std::string();
  }

  // Whether White is the player who is Black with us. Others do not say so, and just begin.
  bool white_begins(const Game& game, const Position& first) const {
    const bool begins = dialect_.is_ours
                            ? dialect_.white_begins
                            : first.to_move == Colour::white && first.occupied().empty();
    if (!begins || has_like_colours(game)) return begins;
    if (dialect_.is_ours) {
      fail(find("FIRST")->offset, "White does not begin in " + game.name() +
                                      ", where Black wants something else; leave FIRST out");
    }
    return false;
  }

  // The board's size as {columns, rows}.
  std::pair<int, int> size(const std::string& game) const {
    const SgfValue* found = find("SZ");
    if (found == nullptr) {
      const GameEntry* entry = find_game(game);
      const int side = entry != nullptr ? entry->default_size : 1;  // make_game() refuses the name
      return {side, side};
    }
    const std::string_view text = found->text;
    if (const auto from_diameter = side_by_diameter(text)) return {*from_diameter, *from_diameter};
    const std::size_t colon = text.find(':');
    const auto columns = side(text.substr(0, colon));
    const auto rows = colon == text.npos ? columns : side(text.substr(colon + 1));
    if (!columns || !rows) {
      fail(found->offset, "SZ[" + found->text.substr(0, 20) + "] is no size; write SZ[11], or " +
                              "SZ[columns:rows], with sides from 1 to " + std::to_string(kMaxSide));
    }
    return {*columns, *rows};
  }

  // The side of a hexagon of which HavannahGui gives the diameter, as in SZ[d=9].
  std::optional<int> side_by_diameter(std::string_view text) const {
    if (!dialect_.cells || text.substr(0, 2) != "d=") return std::nullopt;
    const auto diameter = side(text.substr(2));
    return diameter && *diameter % 2 == 1 ? std::optional((*diameter + 1) / 2) : std::nullopt;
  }

  std::shared_ptr<const Game> make() {
    const SgfValue* at = find("GAME");
    const auto [columns, rows] = size(dialect_.game);
    if (const auto rule = find_swap_rule(value("RU"))) {
      swap_rule_ = *rule;
    } else if (dialect_.swap) {
      swap_rule_ = *dialect_.swap;
      swap_by_rule_ = true;
    } else if (dialect_.colours_exchanged && columns == rows) {
      swap_rule_ = SwapRule::pieces;  // so all games of Little Golem are played
    } else {
      names_swap_rule_ = swap_rule_ != SwapRule::none;
    }
    try {
      std::shared_ptr<const Game> game = make_game(dialect_.game, rows, columns, swap_rule_);
      if (dialect_.cells) check_havannah_board(game->board(), *dialect_.cells);
      return game;
    } catch (const std::invalid_argument& error) {
      if (at == nullptr) at = find("SZ");
      fail(at != nullptr ? at->offset : 0, error.what());
    }
  }

  // The position that the nodes before the first move set up.
  Position set_up(const Game& game) {
    std::array<CellSet, 2> stones;
    // The side that moves first is to move, if nothing says otherwise.
    Colour to_move = Colour::black;
    if (first_move_ < main_.size()) to_move = file_colour(*find_sgf_move(main_[first_move_]));
    for (std::size_t i = 0; i < std::min(first_move_, main_.size()); ++i) {
      for (const SgfProperty& property : main_[i]) {
        if (!is_setup(property)) continue;
        setup_end_ = i + 1;
        for (const SgfValue& value : property.values) {
          if (property.name == "PL") {
            const auto next = find_colour(value.text);
            if (!next) fail(value.offset, "PL names no colour; write PL[B] or PL[W]");
            to_move = *next;
          } else {
            const auto move = find_sgf_cell(game, value.text, dialect_.cells);
            if (!move) fail(value.offset, sgf_cell_error(game, value.text, dialect_.cells));
            for (CellSet& set : stones) set.erase(move->cell());
            if (property.name == "AB") stones[0].insert(move->cell());
            if (property.name == "AW") stones[1].insert(move->cell());
          }
        }
      }
    }
    return game.setup(stones[0], stones[1], to_move);
  }

  // Whose move it is, as the file has it.
  Colour file_colour(const SgfProperty& move) const {
    const Colour colour = move.name == "B" ? Colour::black : Colour::white;
    return dialect_.colours_exchanged ? opponent(colour) : colour;
  }
  Colour colour(const SgfProperty& move) const {
    return white_begins_ ? opponent(file_colour(move)) : file_colour(move);
  }

  // The move of that name. Throws FormatError.
  Move parse(const Game& game, const SgfValue& value) const {
    const std::string text = lower_case(value.text);
    if (text == "swap" || (swap_by_rule_ && is_sgf_swap(text))) {
      return game.swap_rule() == SwapRule::sides ? Move::swap_sides() : Move::swap_pieces();
    }
    if (const auto cell = find_sgf_cell(game, text, dialect_.cells)) return *cell;
    if (dialect_.cells && !is_sgf_swap(text)) {
      fail(value.offset, sgf_cell_error(game, value.text, dialect_.cells));
    }
    try {
      return parse_move(game, value.text);
    } catch (const MoveError& error) {
      fail(value.offset, error.what());
    }
  }

  void play(Record& record, const SgfProperty& property) const {
    const SgfValue& value = property.values[0];
    try {
      play_or_explain(record, colour(property), parse(record.game(), value));
    } catch (const MoveError& error) {
      fail(value.offset, "move " + std::to_string(record.turns().size() + 1) + ", " + error.what());
    }
  }

  // Adds what a node says besides its moves. Before the first turn what the first node has a place
  // for is no mark.
  void add_note(std::string& comment, std::vector<SgfMark>& marks, const SgfNode& node,
                bool is_start) const {
    for (const SgfProperty& property : node) {
      if (property.name == "C") {
        add_text(comment, property.values[0].text);
      } else if (!is_setup(property) && !is_sgf_move(property) &&
                 !(is_start && is_known_of_root(property))) {
        if (dialect_.cells && names_sgf_cells(property.name)) {
          omissions_.add(kMarksOnCells);
        } else if (marks.size() < kMaxMarks) {
          add_mark(marks, property);
        } else {
          omissions_.add("properties beyond the first " + std::to_string(kMaxMarks));
        }
      }
    }
  }

  // A line as it is read.
  struct Line {
    std::size_t first_move = 0;  // node before which the board may be set up
    bool is_main = false;
    std::vector<std::size_t> turns;  // by node: how many of the line's turns it leaves behind
    std::vector<Note> notes;         // of the turns
    std::string comment;             // before the first turn
    std::vector<SgfMark> marks;
    std::string result;  // if it ends in a resignation or forfeit
  };

  // Plays the moves of the nodes, which go on from the record. Throws FormatError for what cannot
  // be played; the line is as it was before that.
  void read_line(Record& record, const std::vector<SgfNode>& nodes, Line& line) const {
    const std::size_t begin = record.turns().size();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (const SgfProperty& property : nodes[i]) {
        if (i >= line.first_move && is_setup(property)) {
          fail(property.offset, property.name + " after the first move; set stones up before it");
        }
        if (is_sgf_move(property)) read_move(record, property, line);
      }
      const std::size_t count = record.turns().size() - begin;
      line.turns.push_back(count);
      if (count > line.notes.size()) line.notes.resize(count);
      add_note(count > 0 ? line.notes.back().comment : line.comment,
               count > 0 ? line.notes.back().marks : line.marks, nodes[i],
               line.is_main && count == 0);
    }
  }

  void read_move(Record& record, const SgfProperty& property, Line& line) const {
    if (!line.result.empty()) {
      fail(property.values[0].offset, "a move after the resignation; end the game there");
    }
    const std::string text = lower_case(property.values[0].text);
    if (text == "resign" || text == "forfeit") {
      line.result = {letter(opponent(file_colour(property))), '+', text == "resign" ? 'R' : 'F'};
    } else if (text != "pass") {
      play(record, property);
    }
  }

  void read_main_line(GameFile& file) {
    Line line;
    line.first_move = first_move_;
    line.is_main = true;
    read_line(file.record, main_, line);
    // RE[B+] does not say how, and a resignation does; else RE counts.
    if (!line.result.empty() && line.result.substr(0, 2) == file.result) file.result.clear();
    if (file.result.empty()) file.result = line.result;
    file.comment = line.comment;
    file.info = line.marks;
    file.notes = without_last_empty(std::move(line.notes));
    branches_.resize(tree_.size());
    branches_[0] = {0, std::move(line.turns), true};
  }

  static std::vector<Note> without_last_empty(std::vector<Note> notes) {
    while (!notes.empty() && notes.back().empty()) notes.pop_back();
    return notes;
  }

  void read_variations(GameFile& file) {
    for (std::size_t line = 1; line < tree_.size(); ++line) {
      const SgfLine& from = tree_[line];
      const Branches& parent = branches_[from.parent];
      // What leaves the game while the board is set up has another first position.
      if (from.nodes.empty() || !parent.is_kept || from.after > parent.turns.size() ||
          (from.parent == 0 && from.after < setup_end_)) {
        omissions_.add("variations", from.nodes.empty() ? 0 : 1);
        continue;
      }
      Variation variation{parent.line, from.after == 0 ? 0 : parent.turns[from.after - 1], {}};
      // Before its first turn a variation is where it left its parent.
      while (variation.after == 0 && variation.parent > 0) {
        const Variation& left = file.variations[variation.parent - 1];
        variation.after = left.after;
        variation.parent = left.parent;
      }
      // Where it begins: a record of its own, as positions know all that the rules ask for.
      Record record(file.record.shared_game(),
                    variation.parent == 0 ? file.record.positions()[variation.after]
                                          : positions_[variation.parent - 1][variation.after]);
      Line played;
      try {
        read_line(record, from.nodes, played);
      } catch (const FormatError&) {
        omissions_.add("variations that cannot be played to the end");
      }
      variation.turns = record.turns();
      if (!played.result.empty()) omissions_.add("results of variations");
      if (!played.comment.empty()) omissions_.add("comments before variations");
      if (variation.turns.empty()) continue;
      variation.notes = without_last_empty(std::move(played.notes));
      file.variations.push_back(std::move(variation));
      positions_.push_back(record.positions());
      branches_[line] = {file.variations.size(), std::move(played.turns), true};
    }
  }

  // Where variations may leave a line of the tree.
  struct Branches {
    std::size_t line = 0;            // as Variation::parent counts
    std::vector<std::size_t> turns;  // by node: the turns up to it
    bool is_kept = false;
  };

  std::string_view text_;
  const SgfTree& tree_;
  const std::vector<SgfNode>& main_;
  SgfDialect dialect_;
  SwapRule swap_rule_;
  Omissions& omissions_;
  bool in_variations_ = false;
  bool names_swap_rule_ = true;
  bool swap_by_rule_ = false;                     // swaps under any name are those of the rule
  bool white_begins_ = false;                     // and is Black with us
  std::size_t first_move_ = 0;                    // node of the main line
  std::size_t setup_end_ = 0;                     // the one behind the last that sets up the board
  std::vector<std::vector<Position>> positions_;  // by variation: as in its own record
  std::vector<Branches> branches_;                // by line of the tree
};

}  // namespace

GameFile read_sgf(std::string_view text, const SgfDefaults& defaults, Omissions& omissions) {
  const std::string converted = utf8_of_latin_1(text);
  if (!converted.empty()) text = converted;
  check_text(text);
  std::size_t offset = 0;
  return GameReader(text, read_sgf_tree(text, offset), defaults, omissions).read();
}

GameFile read_sgf(std::string_view text, const SgfDefaults& defaults) {
  Omissions omissions;
  return read_sgf(text, defaults, omissions);
}

void read_sgf_collection(std::string_view text, const SgfDefaults& defaults, Omissions& omissions,
                         const VisitGame& visit) {
  check_text(text);
  std::size_t offset = 0;
  do {
    const SgfTree tree = read_sgf_tree(text, offset);
    visit(GameReader(text, tree, defaults, omissions).read());
  } while (find_sgf_tree(text, offset));
}

}  // namespace isthmus
