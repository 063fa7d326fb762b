#include "protocols/formats/little_golem.hpp"

#include "games/havannah/havannah.hpp"
#include "games/list.hpp"
#include "protocols/formats/havannah_cells.hpp"
#include "protocols/formats/move_list.hpp"
#include "protocols/formats/sgf_tree.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr int kLetters = 26;

std::string two_letters(const Board& board, Cell cell) {
  return {static_cast<char>('a' + board.column(cell)), static_cast<char>('a' + board.row(cell))};
}

// B for the player who is White with us.
std::string node(Colour colour, const std::string& move) {
  return std::string(";") + letter(opponent(colour)) + '[' + move + ']';
}

}  // namespace

std::string write_little_golem(const GameFile& file, Omissions& omissions) {
  require_alternation(file, "Little Golem's SGF");
  const Game& game = file.record.game();
  const Board& board = game.board();
  const bool is_havannah = game.name() == Havannah::kName;
  if (!is_havannah && game.name() != kDefaultGame) {
    throw FormatError("littlegolem knows " + std::string(kDefaultGame) + " and " + Havannah::kName +
                      " only, not " + game.name());
  }
  if (board.columns() > kLetters || board.rows() > kLetters) {
    throw FormatError("Little Golem's SGF has letters for 26 columns and rows only");
  }
  // By the last one HavannahGui knows its files. AP says that names are escaped, as they are not on
  // the site.
  std::string text = "(;FF[4]";
  if (is_havannah) {
    text += "AP[Isthmus]EV[" + game.name() + "]RU[LG]SO[http://www.littlegolem.com]";
  }
  if (!file.black_name.empty()) text += "PB[" + sgf_escaped(file.black_name) + ']';
  if (!file.white_name.empty()) text += "PW[" + sgf_escaped(file.white_name) + ']';
  text += "SZ[" + size_text(game.size(), ':') + ']';

  const std::string_view on_board = mark(file.record.position().result);
  const std::string result = file.result.empty() ? std::string(on_board) : file.result;
  const bool is_win = result.size() >= 2 && result.size() <= 3 && result[1] == '+';
  if (is_win) text += std::string("RE[") + result[0] + ']';
  if (!is_win && !result.empty()) omissions.add("results");
  for (const Turn& turn : file.record.turns()) {
    if (turn.move == Move::swap_sides()) {
      throw FormatError("Little Golem's SGF has no swap of sides");
    }
    text += node(turn.colour, turn.move.is_swap() ? "swap"
                              : is_havannah       ? havannah_cell_name(board, turn.move.cell(),
                                                                       HavannahCells::littlegolem)
                                                  : two_letters(board, turn.move.cell()));
  }
  if (is_win && result.size() == 3) {
    // Before the first move nothing shows that the colours are exchanged.
    if (result[2] == 'R' && !file.record.turns().empty()) {
      text += node(result[0] == 'B' ? Colour::white : Colour::black, "resign");
    } else {
      omissions.add("reasons of results");
    }
  }
  return text + ')';
}

}  // namespace isthmus
