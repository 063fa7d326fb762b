#include "tools/base/game_choice.hpp"

#include <charconv>
#include <stdexcept>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"

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

std::shared_ptr<const Game> choose_game(const std::string& name,
                                        const std::optional<std::string>& size,
                                        const std::string& swap) {
  const auto sides = size ? parse_size(*size) : default_size(name);
  if (!sides) throw BadInput("option '--size' takes a side or COLUMNSxROWS, not '" + *size + "'");
  const auto rule = find_swap_rule(swap);
  if (!rule) {
    throw BadInput("option '--swap' takes none, swap-pieces or swap-sides, not '" + swap + "'");
  }
  try {
    return make_game(name, sides->rows, sides->columns, *rule);
  } catch (const std::invalid_argument& error) {
    throw BadInput("options '--game', '--size', '--swap': " + std::string(error.what()));
  }
}

}  // namespace isthmus
