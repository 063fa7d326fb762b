#include <cstddef>

#include "protocols/move_text.hpp"
#include "protocols/sgf.hpp"

namespace isthmus {

namespace {

// The property name[text], with the characters that mean something in SGF escaped.
std::string property(std::string_view name, std::string_view text) {
  std::string result(name);
  result += '[';
  for (char c : text) {
    if (c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result + ']';
}

std::string property_if(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : property(name, text);
}

std::string size_text(const Board& board) {
  std::string text = std::to_string(board.columns());
  if (board.rows() != board.columns()) text += ':' + std::to_string(board.rows());
  return text;
}

std::string stones(std::string_view name, const Board& board, const CellSet& cells) {
  if (cells.empty()) return {};
  std::string result(name);
  cells.for_each([&](Cell cell) { result += '[' + board.name(cell) + ']'; });
  return result;
}

std::string setup(const Game& game, const Position& first) {
  std::string text = stones("AB", game.board(), first.of(Colour::black)) +
                     stones("AW", game.board(), first.of(Colour::white));
  if (!text.empty() || first.to_move == Colour::white) {
    text += property("PL", std::string(1, letter(first.to_move)));
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace

std::string write_sgf(const SgfGame& file) {
  const Game& game = file.record.game();
  std::string text = "(;FF[4]GM[11]CA[UTF-8]AP[Isthmus]";
  if (game.name() != "hex") text += property("GAME", game.name());
  text += property("SZ", size_text(game.board())) + property("RU", name(game.swap_rule())) + '\n';
  const std::string players =
      property_if("PB", file.black_name) + property_if("PW", file.white_name) +
      property_if("RE", file.result.empty() ? mark(file.record.position().result) : file.result) +
      property_if("C", file.comment);
  if (!players.empty()) text += players + '\n';
  text += setup(game, file.record.first_position());

  const std::vector<Turn>& turns = file.record.turns();
  constexpr std::size_t kTurnsPerLine = 10;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    text += ';' + property(std::string(1, letter(turns[i].colour)), game.name(turns[i].move));
    if (i < file.comments.size()) text += property_if("C", file.comments[i]);
    if ((i + 1) % kTurnsPerLine == 0 && i + 1 < turns.size()) text += '\n';
  }
  return text + ")\n";
}

}  // namespace isthmus
