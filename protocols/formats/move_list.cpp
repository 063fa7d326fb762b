#include "protocols/formats/move_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>

#include "games/list.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Takes a number off the text; nothing where it begins with none, or one too large for an int.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  if (text.empty() || !is_digit(text[0])) return std::nullopt;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

}  // namespace

std::string_view take_move(std::string_view& text, std::span<const std::string_view> marks) {
  std::size_t length = 0;
  for (std::string_view mark : marks) {
    if (text.substr(0, mark.size()) == mark) length = mark.size();
  }
  if (length == 0) {
    while (length < text.size() && is_letter(text[length])) ++length;
    const std::size_t letters = length;
    while (length < text.size() && is_digit(text[length])) ++length;
    if (letters == 0 || length == letters) {
      throw FormatError("expected a move such as a1, not " + in_quotes(text));
    }
  }
  const std::string_view token = text.substr(0, length);
  text.remove_prefix(length);
  return token;
}

std::shared_ptr<const Game> linked_game(std::string_view text, SwapRule swap_rule,
                                        std::string_view& rest) {
  rest = text;
  const auto columns = take_number(rest);
  auto rows = columns;
  if (columns && !rest.empty() && rest[0] == 'x') {
    rest.remove_prefix(1);
    rows = take_number(rest);
  }
  if (!columns || !rows || *columns < 1 || *columns > kMaxSide || *rows < 1 || *rows > kMaxSide) {
    throw FormatError("no board size with sides from 1 to " + std::to_string(kMaxSide) +
                      " behind the '#', as in #11 or #11x9, but " + in_quotes(text));
  }
  try {
    return make_game(kDefaultGame, *rows, *columns, swap_rule);
  } catch (const std::invalid_argument& error) {
    throw FormatError(error.what());
  }
}

std::string link_fragment(std::string_view link) {
  const std::size_t hash = link.find('#');
  const bool is_bare = hash == link.npos && !link.empty() && is_digit(link[0]);
  if (hash == link.npos && !is_bare) {
    throw FormatError("a link without a '#', behind which board and moves would be");
  }
  std::string fragment;
  for (std::size_t i = is_bare ? 0 : hash + 1; i < link.size(); ++i) {
    const int high = link[i] == '%' && i + 2 < link.size() ? hex_digit(link[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(link[i + 2]) : -1;
    if (low >= 0) {
      fragment += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      fragment += link[i];
    }
  }
  return fragment;
}

bool is_bare_fragment(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos || text.empty() || !is_digit(text[0])) return false;
  // Behind the comma a list of moves, a mark, or nothing before a second one.
  const char next = comma + 1 < text.size() ? text[comma + 1] : ',';
  return (is_letter(next) || next == ':' || next == ',') &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(comma), [](char c) {
           return is_digit(c) || std::string_view("xrmnc").find(c) != std::string_view::npos;
         });
}

void play_named(Record& record, Colour colour, std::string_view name) {
  try {
    play_or_explain(record, colour, parse_move(record.game(), name));
  } catch (const MoveError& error) {
    throw FormatError("move " + std::to_string(record.turns().size() + 1) + ", " + error.what());
  }
}

void play_checked(Record& record, Colour colour, Move move) {
  play_named(record, colour, record.game().name(move));
}

void require_alternation(const GameFile& file, std::string_view format) {
  const std::string cannot = std::string(format) + " cannot hold ";
  const Position& first = file.record.first_position();
  if (!first.occupied().empty()) throw FormatError(cannot + "stones that were set up");
  for (std::size_t i = 0; i < file.record.turns().size(); ++i) {
    if (file.record.turns()[i].colour != file.record.positions()[i].to_move) {
      throw FormatError(cannot + "turns out of order, such as turn " + std::to_string(i + 1));
    }
  }
  if (first.to_move != Colour::black) throw FormatError(cannot + "games that White begins");
}

}  // namespace isthmus
