#include "protocols/formats/game_file.hpp"

#include <algorithm>

#include "engine/base/lower_case.hpp"
#include "games/list.hpp"

namespace isthmus {

namespace {

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text;
}

}  // namespace

FormatError::FormatError(const std::string& message) : std::runtime_error(one_line(message)) {}

std::string plain_result(std::string_view text) {
  const std::string lower = lower_case(text);
  if (lower == "0" || lower == "draw") return "0";
  if (lower == "?") return {};
  const std::size_t plus = lower.find('+');
  const std::string side = lower.substr(0, plus);
  const bool is_black = side == "b" || side == "black";
  if (!is_black && side != "w" && side != "white") return std::string(text);
  const std::string win = is_black ? "B+" : "W+";
  const std::string how = plus == lower.npos ? "" : lower.substr(plus + 1);
  if (how == "r" || how == "resign") return win + "R";
  if (how == "t" || how == "time") return win + "T";
  if (how == "f" || how == "forfeit") return win + "F";
  // Margins mean nothing in our games.
  return how.find_first_not_of("0123456789.") == how.npos ? win : std::string(text);
}

SwapRule assumed_swap_rule(const GameFile& file) {
  const Record& record = file.record;
  const Game& game = record.game();
  const GameEntry* entry = find_game(game.name());
  if (file.names_swap_rule || entry == nullptr || !record.first_position().occupied().empty()) {
    return SwapRule::none;
  }
  const bool is_square = game.size().rows == game.size().columns;
  return is_square || entry->usual_swap == SwapRule::sides ? entry->usual_swap : SwapRule::none;
}

void throw_format_error(std::string_view text, std::size_t offset, const std::string& message) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  throw FormatError("line " + std::to_string(line) + ", column " +
                    std::to_string(offset - line_begin + 1) + ": " + message);
}

std::string Omissions::text() const {
  std::string text;
  for (const auto& [what, count] : counts_) {
    text += (text.empty() ? "" : ", ") + what + " (" + std::to_string(count) + ")";
  }
  return text;
}

}  // namespace isthmus
