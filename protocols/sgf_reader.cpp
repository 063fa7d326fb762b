#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "games/list.hpp"
#include "protocols/move_text.hpp"
#include "protocols/sgf.hpp"
#include "protocols/sgf_tree.hpp"

namespace isthmus {

namespace {

bool is_move(const SgfProperty& property) { return property.name == "B" || property.name == "W"; }

// Swaps under all their names.
bool is_swap(std::string_view text) { return text.substr(0, 4) == "swap"; }

// Builds the game from the nodes of the main line.
class Reader {
 public:
  Reader(std::string_view text, SwapRule swap_rule)
      : text_(text), nodes_(sgf_main_line(text)), swap_rule_(swap_rule) {}

  SgfGame read() {
    const std::shared_ptr<const Game> game = make();
    const std::size_t moves_begin = first_move();
    SgfGame file{Record(game, set_up(*game, moves_begin)), value("PB"), value("PW"), value("RE"),
                 value("C")};
    for (std::size_t i = moves_begin; i < nodes_.size(); ++i) {
      for (const SgfProperty& property : nodes_[i]) {
        if (is_move(property)) {
          play(file, property);
        } else if (is_setup(property)) {
          fail(property.offset, property.name + " after the first move; set stones up before it");
        }
      }
      comment(file, nodes_[i]);
    }
    return file;
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw_sgf_error(text_, offset, message);
  }

  static bool is_setup(const SgfProperty& property) {
    return property.name == "AB" || property.name == "AW" || property.name == "AE" ||
           property.name == "PL";
  }

  const SgfValue* find(std::string_view name) const {
    for (const SgfProperty& property : nodes_[0]) {
      if (property.name == name) return &property.values[0];
    }
    return nullptr;
  }

  std::string value(std::string_view name) const {
    const SgfValue* found = find(name);
    return found != nullptr ? found->text : std::string();
  }

  std::size_t first_move() const {
    std::size_t i = 0;
    while (i < nodes_.size() && std::none_of(nodes_[i].begin(), nodes_[i].end(), is_move)) ++i;
    return i;
  }

  // The swap rule by RU, by a swap among the moves, or as the caller said.
  SwapRule swap_rule() const {
    if (const auto rule = find_swap_rule(value("RU"))) return *rule;
    for (const SgfNode& node : nodes_) {
      for (const SgfProperty& property : node) {
        if (!is_move(property) || !is_swap(property.values[0].text)) continue;
        return find_swap_rule(property.values[0].text).value_or(SwapRule::pieces);
      }
    }
    return swap_rule_;
  }

  // The board's size as {columns, rows}.
  std::pair<int, int> size() const {
    const SgfValue* found = find("SZ");
    if (found == nullptr) fail(0, "no board size; add SZ[11], or SZ[columns:rows], to the game");
    const std::string_view text = found->text;
    const std::size_t colon = text.find(':');
    const auto columns = number(text.substr(0, colon));
    const auto rows = colon == text.npos ? columns : number(text.substr(colon + 1));
    if (!columns || !rows) {
      fail(found->offset, "SZ[" + found->text.substr(0, 20) + "] is no size; write SZ[11], or " +
                              "SZ[columns:rows], with sides from 1 to " + std::to_string(kMaxSide));
    }
    return {*columns, *rows};
  }

  static std::optional<int> number(std::string_view text) {
    int number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    if (number < 1 || number > kMaxSide) return std::nullopt;
    return number;
  }

  std::shared_ptr<const Game> make() const {
    const SgfValue* gm = find("GM");
    if (gm != nullptr && gm->text != "11") {
      fail(gm->offset, "GM" + in_quotes(gm->text) + " is not one of our games; Hex is GM[11]");
    }
    const SgfValue* name = find("GAME");
    const auto [columns, rows] = size();
    try {
      return make_game(name != nullptr ? name->text : "hex", rows, columns, swap_rule());
    } catch (const std::invalid_argument& error) {
      fail((name != nullptr ? name : find("SZ"))->offset, error.what());
    }
  }

  // The position that the nodes before `end` set up.
  Position set_up(const Game& game, std::size_t end) const {
    std::array<CellSet, 2> stones;
    // Whoever moves first is to move, if nothing says otherwise: servers let White begin.
    Colour to_move = Colour::black;
    if (end < nodes_.size()) {
      const auto move = std::find_if(nodes_[end].begin(), nodes_[end].end(), is_move);
      to_move = *find_colour(move->name);
    }
    for (std::size_t i = 0; i < std::min(end + 1, nodes_.size()); ++i) {
      for (const SgfProperty& property : nodes_[i]) {
        if (i == end || !is_setup(property)) continue;
        for (const SgfValue& value : property.values) {
          if (property.name == "PL") {
            const auto colour = find_colour(value.text);
            if (!colour) fail(value.offset, "PL names no colour; write PL[B] or PL[W]");
            to_move = *colour;
          } else {
            const Cell cell = parse_cell(game, value);
            for (CellSet& set : stones) set.erase(cell);
            if (property.name == "AB") stones[0].insert(cell);
            if (property.name == "AW") stones[1].insert(cell);
          }
        }
      }
    }
    return game.setup(stones[0], stones[1], to_move);
  }

  Cell parse_cell(const Game& game, const SgfValue& value) const {
    const Move move = parse(game, value);
    if (!move.is_cell()) fail(value.offset, in_quotes(value.text) + " is no cell");
    return move.cell();
  }

  Move parse(const Game& game, const SgfValue& value) const {
    const std::string& text = value.text;
    if (text == "swap") {
      return game.swap_rule() == SwapRule::sides ? Move::swap_sides() : Move::swap_pieces();
    }
    // Cells as two letters: the second one is the row.
    if (text.size() == 2 && std::islower(static_cast<unsigned char>(text[0])) != 0 &&
        std::islower(static_cast<unsigned char>(text[1])) != 0) {
      const int row = text[1] - 'a';
      const int column = text[0] - 'a';
      if (game.board().has(row, column)) return Move(game.board().at(row, column));
    }
    try {
      return parse_move(game, text);
    } catch (const MoveError& error) {
      fail(value.offset, error.what());
    }
  }

  void play(SgfGame& file, const SgfProperty& property) {
    const Colour colour = *find_colour(property.name);
    const SgfValue& value = property.values[0];
    if (resigned_) fail(value.offset, "a move after the resignation; end the game there");
    if (value.text == "resign") {
      resigned_ = true;
      if (file.result.empty()) file.result = std::string(1, letter(opponent(colour))) + "+R";
      return;
    }
    try {
      play_or_explain(file.record, colour, parse(file.record.game(), value));
    } catch (const MoveError& error) {
      fail(value.offset,
           "move " + std::to_string(file.record.turns().size() + 1) + ", " + error.what());
    }
  }

  static void comment(SgfGame& file, const SgfNode& node) {
    for (const SgfProperty& property : node) {
      if (property.name != "C" || file.record.turns().empty()) continue;
      file.comments.resize(file.record.turns().size());
      file.comments.back() = property.values[0].text;
    }
  }

  std::string_view text_;
  std::vector<SgfNode> nodes_;
  SwapRule swap_rule_;
  bool resigned_ = false;
};

}  // namespace

SgfGame read_sgf(std::string_view text, SwapRule swap_rule) {
  return Reader(text, swap_rule).read();
}

}  // namespace isthmus
