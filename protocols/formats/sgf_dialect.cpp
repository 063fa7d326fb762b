#include "protocols/formats/sgf_dialect.hpp"

#include "engine/base/lower_case.hpp"
#include "games/havannah/havannah.hpp"
#include "games/list.hpp"
#include "protocols/formats/game_file.hpp"
#include "protocols/formats/sgf_moves.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

// The first value of a property of the first node; nothing where it is not there.
const SgfValue* find(const SgfTree& tree, std::string_view name) {
  for (const SgfProperty& property : tree[0].nodes[0]) {
    if (property.name == name) return &property.values[0];
  }
  return nullptr;
}

std::string text_of(const SgfTree& tree, std::string_view name) {
  const SgfValue* value = find(tree, name);
  return value != nullptr ? value->text : std::string();
}

// Whether Little Golem wrote it. Not all of its files have the second mark, nor do others keep the
// first.
bool is_of_little_golem(const SgfTree& tree) {
  return text_of(tree, "SO").find("littlegolem") != std::string::npos ||
         text_of(tree, "RU") == "LG";
}

// The game that GM names.
std::string game_of(std::string_view text, const SgfValue& gm, std::string_view default_game) {
  for (const GameEntry& entry : games()) {
    const bool is_number = entry.sgf_number > 0 && gm.text == std::to_string(entry.sgf_number);
    if (is_number || lower_case(gm.text) == entry.name) return std::string(entry.name);
  }
  if (default_game != kDefaultGame) return std::string(default_game);
  const int number = find_game(kDefaultGame)->sgf_number;
  throw_format_error(text, gm.offset,
                     "GM" + in_quotes(gm.text) + " is not one of our games; " +
                         std::string(kDefaultGame) + " is GM[" + std::to_string(number) + "]");
}

// The game that a tournament of Little Golem's is named by, as in "hex.ch.32.2.1"; null for others.
const GameEntry* game_of_event(std::string_view event) {
  return find_game(event.substr(0, event.find('.')));
}

// The first move, where it is White's and nothing says that it is White to move.
const SgfProperty* first_move_of_white(const SgfTree& tree) {
  for (const SgfNode& node : tree[0].nodes) {
    for (const SgfProperty& property : node) {
      if (property.name == "PL") return nullptr;
    }
    if (const SgfProperty* move = find_sgf_move(node)) return move->name == "W" ? move : nullptr;
  }
  return nullptr;
}

// The swap rule that a line's swap belongs to, if it has one.
std::optional<SwapRule> swap_of(const SgfLine& line) {
  const SgfProperty* swap = nullptr;
  for (const SgfNode& node : line.nodes) {
    const SgfProperty* move = find_sgf_move(node);
    if (move == nullptr) continue;
    const std::string text = lower_case(move->values[0].text);
    // Either side may resign at any time.
    if (text == "resign" || text == "forfeit" || text == "pass") continue;
    // After a swap of pieces the opponent moves.
    if (swap != nullptr) return move->name == swap->name ? SwapRule::sides : SwapRule::pieces;
    if (text == name(SwapRule::sides)) return SwapRule::sides;
    if (is_sgf_swap(text)) swap = move;
  }
  return swap != nullptr ? std::optional(SwapRule::pieces) : std::nullopt;
}

std::optional<SwapRule> first_swap(const SgfTree& tree) {
  for (const SgfLine& line : tree) {
    if (const auto swap = swap_of(line)) return swap;
  }
  return std::nullopt;
}

}  // namespace

SgfDialect sgf_dialect(std::string_view text, const SgfTree& tree, std::string_view default_game) {
  SgfDialect dialect;
  dialect.swap = first_swap(tree);
  if (const SgfValue* game = find(tree, "GAME")) {
    dialect.is_ours = true;
    dialect.game = game->text;
    if (const SgfValue* cells = find(tree, "CELLS")) {
      dialect.cells = HavannahCells::havannahgui;
      if (dialect.game != Havannah::kName || cells->text != name(*dialect.cells)) {
        throw_format_error(text, cells->offset,
                           "CELLS" + in_quotes(cells->text) + " is unknown; there is CELLS[" +
                               std::string(name(*dialect.cells)) + "] for " + Havannah::kName);
      }
    }
    if (const SgfValue* first = find(tree, "FIRST")) {
      const auto colour = find_colour(first->text);
      if (!colour) throw_format_error(text, first->offset, "FIRST names no colour; write FIRST[W]");
      dialect.white_begins = *colour == Colour::white;
    }
    return dialect;
  }
  const SgfValue* gm = find(tree, "GM");
  const bool is_golem = gm == nullptr && is_of_little_golem(tree);
  if (gm != nullptr) {
    dialect.game = game_of(text, *gm, default_game);
  } else if (const GameEntry* entry = game_of_event(text_of(tree, "EV"))) {
    dialect.game = entry->name;
  } else if (text_of(tree, "RU") == "LG") {
    dialect.game = Havannah::kName;
  } else {
    dialect.game = default_game;
  }
  const SgfProperty* white = first_move_of_white(tree);
  if (dialect.game == Havannah::kName) {
    dialect.cells = is_golem ? HavannahCells::littlegolem : HavannahCells::havannahgui;
    dialect.colours_exchanged = is_golem && white != nullptr;
  } else if (dialect.game == kDefaultGame) {
    // This identifies Little Golem's Hex even where no property names the site.
    dialect.colours_exchanged = white != nullptr && is_two_letters(white->values[0].text);
  }
  return dialect;
}

}  // namespace isthmus
