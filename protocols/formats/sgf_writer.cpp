#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "games/havannah/havannah.hpp"
#include "games/list.hpp"
#include "protocols/formats/colour_exchange.hpp"
#include "protocols/formats/havannah_cells.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/formats/sgf_moves.hpp"
#include "protocols/formats/sgf_tree.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kTurnsPerLine = 10;

std::string property(std::string_view name, std::string_view text) {
  return std::string(name) + '[' + sgf_escaped(text) + ']';
}

std::string property_if(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : property(name, text);
}

// Gives moves the names that a file has for them.
using MoveName = std::string (*)(const Game& game, Move move);

std::string our_name(const Game& game, Move move) { return game.name(move); }

std::string havannahgui_name(const Game& game, Move move) {
  if (move.is_swap()) return "swap";
  return havannah_cell_name(game.board(), move.cell(), HavannahCells::havannahgui);
}

std::string stones(std::string_view property, const Game& game, const CellSet& cells,
                   MoveName name_of) {
  if (cells.empty()) return {};
  std::string result(property);
  cells.for_each([&](Cell cell) { result += '[' + name_of(game, Move(cell)) + ']'; });
  return result;
}

// A colour as the file has it, where White begins or Black.
Colour file_colour(Colour colour, bool white_begins) {
  return white_begins ? opponent(colour) : colour;
}

std::string setup(const Record& record, MoveName name_of, bool white_begins) {
  const Game& game = record.game();
  const Position& first = record.first_position();
  const Colour to_move = file_colour(first.to_move, white_begins);
  std::string text =
      stones("AB", game, first.of(file_colour(Colour::black, white_begins)), name_of) +
      stones("AW", game, first.of(file_colour(Colour::white, white_begins)), name_of);
  // Readers expect the side that moves first to be to move.
  const bool is_expected = record.turns().empty() || record.turns().front().colour == first.to_move;
  if (!text.empty() || to_move == Colour::white || !is_expected) {
    text += property("PL", std::string(1, letter(to_move)));
  }
  return text.empty() ? text : text + '\n';
}

std::string marks(const std::vector<SgfMark>& marks) {
  std::string text;
  for (const SgfMark& mark : marks) text += mark.name + mark.values;
  return text;
}

std::string note_text(const Note& note) {
  return property_if("C", note.comment) + marks(note.marks);
}

// Writes the turns of a game and its variations. Where these leave a line, its rest becomes the
// first of them.
class TurnsWriter {
 public:
  TurnsWriter(const GameFile& file, MoveName name_of, bool white_begins)
      : file_(file), name_of_(name_of), white_begins_(white_begins) {
    for (std::size_t i = 0; i < file.variations.size(); ++i) {
      branches_[{file.variations[i].parent, file.variations[i].after}].push_back(i + 1);
    }
  }

  std::string text() {
    pending_.push_back({Piece::Kind::line, 0, 0});
    while (!pending_.empty()) {
      const Piece piece = pending_.back();
      pending_.pop_back();
      write(piece);
    }
    return std::move(text_);
  }

 private:
  struct Piece {
    enum class Kind : std::uint8_t {
      line,  // a line from its first turn on
      rest,  // a line from a turn on where variations leave it
      end    // the parenthesis behind either
    } kind;
    std::size_t line;  // 0: the game, i: variation i - 1
    std::size_t turn;
  };

  // Writes up to the next branch. What follows is left pending, the first of it on top.
  void write(const Piece& piece) {
    if (piece.kind == Piece::Kind::end) {
      text_ += ')';
      return;
    }
    if (piece.kind == Piece::Kind::rest || piece.line > 0) text_ += '(';
    const std::vector<Turn>& turns = turns_of(piece.line);
    // Without a turn that follows the first variation would be taken for the game's own moves.
    if (piece.turn == turns.size() && piece.kind == Piece::Kind::rest) text_ += ';';
    bool may_branch = piece.kind == Piece::Kind::line;
    for (std::size_t i = piece.turn; i <= turns.size(); ++i, may_branch = true) {
      if (may_branch && branch(piece.line, i)) return;
      if (i < turns.size()) write_turn(piece.line, i);
    }
  }

  // Leaves pending the rest of the line and the variations that there are at a turn, if any are.
  bool branch(std::size_t line, std::size_t turn) {
    const auto found = branches_.find({line, turn});
    if (found == branches_.end()) return false;
    for (auto variation = found->second.rbegin(); variation != found->second.rend(); ++variation) {
      pending_.push_back({Piece::Kind::end, 0, 0});
      pending_.push_back({Piece::Kind::line, *variation, 0});
    }
    pending_.push_back({Piece::Kind::end, 0, 0});
    pending_.push_back({Piece::Kind::rest, line, turn});
    return true;
  }

  const std::vector<Turn>& turns_of(std::size_t line) const {
    return line == 0 ? file_.record.turns() : file_.variations[line - 1].turns;
  }

  void write_turn(std::size_t line, std::size_t i) {
    const std::vector<Turn>& turns = turns_of(line);
    const std::vector<Note>& notes = line == 0 ? file_.notes : file_.variations[line - 1].notes;
    text_ += ';' + property(std::string(1, letter(file_colour(turns[i].colour, white_begins_))),
                            name_of_(file_.record.game(), turns[i].move));
    if (i < notes.size()) text_ += note_text(notes[i]);
    const bool is_noted = i < notes.size() && !notes[i].empty();
    if ((is_noted || (i + 1) % kTurnsPerLine == 0) && i + 1 < turns.size()) text_ += '\n';
  }

  const GameFile& file_;
  MoveName name_of_;
  bool white_begins_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> branches_;
  std::vector<Piece> pending_;
  std::string text_;
};

// The file, with properties that say how to read it, and if asked with White for the player who
// began.
std::string write(GameFile file, std::string dialect, MoveName name_of, bool white_begins = false) {
  const Game& game = file.record.game();
  if (file.result.empty()) file.result = mark(file.record.position().result);
  if (white_begins) {
    exchange_colours_of_text(file);
    dialect += property("FIRST", "W");
  }
  const GameEntry* entry = find_game(game.name());
  const int number = entry != nullptr ? entry->sgf_number : 0;
  std::string text = "(;FF[4]";
  if (number > 0) text += property("GM", std::to_string(number));
  text += "CA[UTF-8]AP[Isthmus]";
  if (number == 0 || !dialect.empty()) text += property("GAME", game.name());
  text += dialect + property("SZ", size_text(game.size(), ':'));
  if (file.names_swap_rule) text += property("RU", name(game.swap_rule()));
  text += '\n';
  const std::string about = property_if("PB", file.black_name) +
                            property_if("PW", file.white_name) + property_if("RE", file.result) +
                            property_if("HEXWORLD", file.view) + property_if("C", file.comment) +
                            marks(file.info);
  if (!about.empty()) text += about + '\n';
  return text + setup(file.record, name_of, white_begins) +
         TurnsWriter(file, name_of, white_begins).text() + ")\n";
}

// Of the marks those that hold in the cells of others.
void keep_plain(std::vector<SgfMark>& marks, Omissions& omissions) {
  omissions.add(kMarksOnCells, std::erase_if(marks, [](const SgfMark& mark) {
                  return names_sgf_cells(mark.name);
                }));
}

}  // namespace

std::string write_sgf(const GameFile& file) { return write(file, {}, our_name); }

std::string write_sgf_white_first(const GameFile& file) {
  const Game& game = file.record.game();
  if (!has_like_colours(game)) {
    throw FormatError("White does not begin in " + game.name() +
                      ", where Black wants something else; write it as sgf");
  }
  return write(file, {}, our_name, true);
}

std::string write_havannahgui(const GameFile& file, Omissions& omissions) {
  const Game& game = file.record.game();
  if (game.name() != Havannah::kName) {
    throw FormatError("havannahgui knows " + std::string(Havannah::kName) + " only, not " +
                      game.name());
  }
  try {
    check_havannah_board(game.board(), HavannahCells::havannahgui);
  } catch (const std::invalid_argument& error) {
    throw FormatError(error.what());
  }
  GameFile plain = file;
  omissions.add("sources", std::erase_if(plain.info, [](const SgfMark& mark) {
                  return mark.name == "SO" && mark.values.find("littlegolem") != std::string::npos;
                }));
  keep_plain(plain.info, omissions);
  for (Note& note : plain.notes) keep_plain(note.marks, omissions);
  for (Variation& variation : plain.variations) {
    for (Note& note : variation.notes) keep_plain(note.marks, omissions);
  }
  return write(std::move(plain), property("CELLS", name(HavannahCells::havannahgui)),
               havannahgui_name, true);
}

}  // namespace isthmus
