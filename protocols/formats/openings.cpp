#include "protocols/formats/openings.hpp"

#include <array>
#include <vector>

#include "engine/base/lower_case.hpp"
#include "games/list.hpp"
#include "protocols/formats/move_list.hpp"

namespace isthmus {

namespace {

// Takes the number of a move off a word: "1." or "1.a10".
void drop_number(std::string_view& word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits != 0 && digits != word.npos && word[digits] == '.') word.remove_prefix(digits + 1);
}

// The moves' names; what is just called swap is the swap of the game's rule.
std::vector<std::string> moves_in(std::string_view line, SwapRule swap_rule) {
  const std::string swap(name(swap_rule == SwapRule::sides ? swap_rule : SwapRule::pieces));
  constexpr std::string_view kBetween = " \t\r,";
  std::vector<std::string> moves;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBetween), line.size()));
    if (line.empty()) return moves;
    std::string_view word = line.substr(0, line.find_first_of(kBetween));
    line.remove_prefix(word.size());
    drop_number(word);
    if (lower_case(word) == "swap") {
      moves.push_back(swap);
    } else if (find_swap_rule(lower_case(word))) {
      moves.push_back(lower_case(word));
    } else {
      while (!word.empty()) moves.emplace_back(take_move(word));
    }
  }
}

}  // namespace

GameFile read_opening(std::string_view line, const std::shared_ptr<const Game>& game) {
  const std::vector<std::string> moves = moves_in(line, game->swap_rule());
  if (moves.empty()) throw FormatError("there is no move in the line");
  std::shared_ptr<const Game> swapped = game;
  for (const std::string& move : moves) {
    const auto rule = find_swap_rule(move);
    if (!rule || *rule == game->swap_rule()) continue;
    try {
      swapped = make_game(game->name(), game->size().rows, game->size().columns, *rule);
    } catch (const std::invalid_argument& error) {
      throw FormatError(error.what());
    }
  }
  GameFile file{.record = Record(swapped)};
  for (const std::string& move : moves) {
    play_named(file.record, file.record.position().to_move, move);
  }
  return file;
}

std::string write_opening(const GameFile& file) {
  require_alternation(file, "a line of openings");
  if (file.record.turns().empty()) throw FormatError("an opening without a move is no line");
  std::string text;
  for (const Turn& turn : file.record.turns()) {
    text += (text.empty() ? "" : " ") + file.record.game().name(turn.move);
  }
  return text;
}

}  // namespace isthmus
