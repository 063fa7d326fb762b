#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace isthmus {

// What a text with games may hold at most: no honest one comes near.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

// Throws FormatError where a text is longer than that, has a line that is, holds a NUL or is not
// valid UTF-8 (RFC 3629).
void check_text(std::string_view text);

// A text that is not valid UTF-8 as if it were Windows-1252, of which Latin-1 is all that prints,
// in UTF-8; empty for one that is.
std::string utf8_of_latin_1(std::string_view text);

// Whether the text is valid UTF-8; if not, `offset` is where it stops being so.
bool is_utf8(std::string_view text, std::size_t& offset);

}  // namespace isthmus
