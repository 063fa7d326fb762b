#include "protocols/formats/hexworld.hpp"

#include <array>
#include <optional>
#include <vector>

#include "protocols/formats/move_list.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr std::array<std::string_view, 7> kMarks{":s", ":S", ":p", ":rb", ":rw", ":fb", ":fw"};

// The moves and marks of both lists, and how many of them are in the first.
struct Moves {
  std::vector<std::string> tokens;
  std::size_t shown = 0;
};

Moves read_moves(std::string_view text) {
  const std::size_t comma = text.find(',');
  Moves moves;
  for (std::string_view list = text.substr(0, comma); !list.empty();) {
    moves.tokens.emplace_back(take_move(list, kMarks));
  }
  moves.shown = moves.tokens.size();
  if (comma == text.npos) return moves;
  for (std::string_view list = text.substr(comma + 1); !list.empty();) {
    moves.tokens.emplace_back(take_move(list, kMarks));
  }
  return moves;
}

SwapRule swap_rule_of(const Moves& moves, SwapRule otherwise) {
  for (const std::string& token : moves.tokens) {
    if (token == ":s") return SwapRule::pieces;
    if (token == ":S") return SwapRule::sides;
  }
  return otherwise;
}

class Player {
 public:
  explicit Player(GameFile& file) : file_(file) {}

  void play(const std::string& token) {
    if (is_over_) throw FormatError("a move after the end of the game, " + in_quotes(token));
    Record& record = file_.record;
    if (token == ":p") {
      to_move_ = opponent(to_move_);
      ++passes_;
      return;
    }
    if (token.size() == 3 && token[0] == ':') {
      // b or w has lost.
      file_.result = std::string(token[2] == 'b' ? "W+" : "B+") + (token[1] == 'r' ? 'R' : 'F');
      is_over_ = true;
      return;
    }
    passes_ = 0;
    if (token == ":s" || token == ":S") {
      play_checked(record, to_move_, token == ":s" ? Move::swap_pieces() : Move::swap_sides());
    } else {
      play_named(record, to_move_, token);
    }
    to_move_ = record.position().to_move;
  }

  // Passes that nothing came after.
  std::size_t passes() const { return passes_; }

 private:
  GameFile& file_;
  Colour to_move_ = Colour::black;
  std::size_t passes_ = 0;
  bool is_over_ = false;
};

// Writes stones and turns, and passes wherever the other side is to move.
class HexWorldWriter {
 public:
  explicit HexWorldWriter(const Game& game) : game_(game) {}

  void turn(Colour colour, Move move) {
    to_move(colour);
    text_ += move == Move::swap_pieces()  ? ":s"
             : move == Move::swap_sides() ? ":S"
                                          : game_.name(move);
    if (move != Move::swap_sides()) to_move_ = opponent(colour);
  }

  void to_move(Colour colour) {
    if (to_move_ != colour) text_ += ":p";
    to_move_ = colour;
  }

  const std::string& text() const { return text_; }

 private:
  const Game& game_;
  Colour to_move_ = Colour::black;
  std::string text_;
};

// The stones that were set up, in turn as long as both colours have some.
void write_setup(HexWorldWriter& writer, const Position& first) {
  std::array<std::vector<Cell>, 2> cells;
  for (Colour colour : {Colour::black, Colour::white}) {
    first.of(colour).for_each(
        [&](Cell cell) { cells[static_cast<std::size_t>(index(colour))].push_back(cell); });
  }
  for (std::size_t i = 0; i < std::max(cells[0].size(), cells[1].size()); ++i) {
    if (i < cells[0].size()) writer.turn(Colour::black, Move(cells[0][i]));
    if (i < cells[1].size()) writer.turn(Colour::white, Move(cells[1][i]));
  }
  writer.to_move(first.to_move);
}

// The mark that ends a game with this result; empty where there is none.
std::string result_mark(std::string_view result) {
  if (result.size() != 3 || result[1] != '+') return {};
  const char loser = result[0] == 'B' ? 'w' : 'b';
  if (result[2] == 'R') return {':', 'r', loser};
  if (result[2] == 'F' || result[2] == 'T') return {':', 'f', loser};
  return {};
}

}  // namespace

bool is_hexworld_view(std::string_view flags) {
  while (!flags.empty()) {
    const char flag = flags[0];
    flags.remove_prefix(1);
    if (flag == 'm' || flag == 'n') continue;
    std::size_t digits = 0;
    while (digits < flags.size() && flags[digits] >= '0' && flags[digits] <= '9') ++digits;
    if ((flag != 'r' && flag != 'c') || digits == 0 || digits > 2) return false;
    flags.remove_prefix(digits);
  }
  return true;
}

GameFile read_hexworld(std::string_view link, SwapRule swap_rule, Omissions& omissions) {
  const std::string fragment = link_fragment(link);
  const std::string_view text = fragment;
  const std::size_t comma = std::min(text.find(','), text.size());
  const Moves moves = read_moves(text.substr(std::min(comma + 1, text.size())));
  std::string_view flags;
  const auto game = linked_game(text.substr(0, comma), swap_rule_of(moves, swap_rule), flags);
  if (!is_hexworld_view(flags)) {
    throw FormatError("unknown flags " + in_quotes(flags) +
                      " behind the size; those of HexWorld are rN, m, n and cN");
  }
  GameFile file{.record = Record(game)};
  file.view = flags;
  Player player(file);
  for (const std::string& token : moves.tokens) player.play(token);
  omissions.add("passes at the end", player.passes());
  if (moves.shown < moves.tokens.size()) omissions.add("places in the game that were shown");
  return file;
}

std::string write_hexworld(const GameFile& file, Omissions& omissions) {
  const Game& game = file.record.game();
  HexWorldWriter writer(game);
  write_setup(writer, file.record.first_position());
  for (const Turn& turn : file.record.turns()) writer.turn(turn.colour, turn.move);
  const std::string end = result_mark(file.result);
  const bool is_known = file.result.empty() || file.result == mark(file.record.position().result);
  if (end.empty() && !is_known) omissions.add("results");
  if (!end.empty() && file.result[2] == 'T') omissions.add("losses by time, now forfeits,");
  std::string text = "https://hexworld.org/board/#" + size_text(game.size()) + file.view;
  const std::string moves = writer.text() + end;
  return moves.empty() ? text : text + ',' + moves;
}

}  // namespace isthmus
