#include "tools/base/game_choice.hpp"

#include <charconv>

#include "games/list.hpp"

namespace isthmus {

namespace {

std::optional<int> parse_side(std::string_view text) {
  int side = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, side);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return side;
}

}  // namespace

std::optional<BoardSize> parse_size(std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto columns = parse_side(text.substr(0, cross));
  const auto rows = cross == text.npos ? columns : parse_side(text.substr(cross + 1));
  if (!columns || !rows) return std::nullopt;
  return BoardSize{.rows = *rows, .columns = *columns};
}

BoardSize default_size(std::string_view game_name) {
  const GameEntry* entry = find_game(game_name);
  const int side = entry != nullptr ? entry->default_size : 1;
  return {side, side};
}

}  // namespace isthmus
