#include "protocols/formats/openings.hpp"

#include <array>
#include <vector>

#include "engine/base/lower_case.hpp"
#include "games/list.hpp"
#include "protocols/formats/move_list.hpp"

namespace isthmus {

namespace {

// The moves' names.
std::vector<std::string> split(std::string_view line) {
  constexpr std::string_view kBetween = " \t\r,";
  std::vector<std::string> moves;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(kBetween), line.size()));
    if (line.empty()) return moves;
    std::string_view word = line.substr(0, line.find_first_of(kBetween));
    line.remove_prefix(word.size());
    if (find_swap_rule(lower_case(word))) {
      moves.push_back(lower_case(word));
    } else {
      while (!word.empty()) moves.emplace_back(take_move(word));
    }
  }
}

}  // namespace

GameFile read_opening(std::string_view line, const std::shared_ptr<const Game>& game) {
  const std::vector<std::string> moves = split(line);
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
