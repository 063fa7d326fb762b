#include "protocols/formats/trmph.hpp"

#include <algorithm>
#include <vector>

#include "games/list.hpp"
#include "protocols/formats/move_list.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

Cell mirrored(const Board& board, Cell cell) {
  return board.at(board.column(cell), board.row(cell));
}

// Takes the winner off a line, "b" or "w" behind a blank; empty where there is none.
std::string_view take_winner(std::string_view& line) {
  const std::size_t blank = line.find_last_of(" \t");
  if (blank == line.npos) return {};
  const std::string_view word = line.substr(blank + 1);
  if (word != "b" && word != "w") return {};
  line = line.substr(0, line.find_last_not_of(" \t", blank) + 1);
  return word;
}

}  // namespace

bool has_trmph_winner(std::string_view line) {
  if (take_winner(line).empty()) return false;
  return is_bare_fragment(line.substr(std::min(line.find('#') + 1, line.size())));
}

GameFile read_trmph(std::string_view link, SwapRule swap_rule, Omissions&) {
  const std::string_view winner = take_winner(link);
  const std::string fragment = link_fragment(link);
  const std::string_view text = fragment;
  const std::size_t comma = std::min(text.find(','), text.size());
  std::vector<std::string> moves;
  for (std::string_view list = text.substr(std::min(comma + 1, text.size())); !list.empty();) {
    moves.emplace_back(take_move(list));
  }
  const bool is_swapped = moves.size() > 1 && moves[0] == moves[1];
  std::string_view rest;
  const auto game =
      linked_game(text.substr(0, comma), is_swapped ? SwapRule::pieces : swap_rule, rest);
  if (!rest.empty()) {
    throw FormatError(in_quotes(rest) + " behind the size; moves come behind a comma");
  }
  GameFile file{.record = Record(game)};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Colour to_move = file.record.position().to_move;
    const auto cell = game->board().find(moves[i]);
    if (is_swapped && i == 0 && cell) {
      play_checked(file.record, to_move, Move(mirrored(game->board(), *cell)));
    } else if (is_swapped && i == 1) {
      play_checked(file.record, to_move, Move::swap_pieces());
    } else {
      play_named(file.record, to_move, moves[i]);
    }
  }
  if (!winner.empty()) file.result = winner == "b" ? "B+" : "W+";
  const std::string_view on_board = mark(file.record.position().result);
  if (!winner.empty() && !on_board.empty() && on_board != file.result) {
    throw FormatError("the winner behind the moves is " + in_quotes(winner) +
                      ", but on the board it is the other");
  }
  return file;
}

std::string write_trmph(const GameFile& file, Omissions& omissions) {
  require_alternation(file, "a link of trmph");
  const Board& board = file.record.game().board();
  if (board.rows() != board.columns()) throw FormatError("trmph knows square boards only");
  std::string moves;
  for (const Turn& turn : file.record.turns()) {
    if (turn.move.is_cell()) {
      moves += board.name(turn.move.cell());
    } else if (turn.move == Move::swap_sides()) {
      omissions.add("swaps of sides");
    } else {
      // Only the first stone is there to be swapped.
      const std::string name = board.name(mirrored(board, file.record.turns()[0].move.cell()));
      moves = name + name;
    }
  }
  return "https://trmph.com/" + std::string(kDefaultGame) + "/board#" +
         size_text(file.record.game().size()) + ',' + moves;
}

}  // namespace isthmus
