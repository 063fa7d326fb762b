#include "protocols/formats/text_check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

namespace {

// The length of the sequence that begins the text, which is not empty; 0 where it is not valid.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Neither overlong forms, nor surrogates, nor what lies beyond U+10FFFF.
  const std::uint8_t second = byte(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return length;
}

}  // namespace

bool is_utf8(std::string_view text, std::size_t& offset) {
  for (offset = 0; offset < text.size();) {
    const std::size_t length = sequence_length(text.substr(offset));
    if (length == 0) return false;
    offset += length;
  }
  return true;
}

std::string utf8_of_latin_1(std::string_view text) {
  // What stands there in place of the control characters from 0x80 on (the WHATWG's table).
  constexpr std::array<std::uint16_t, 32> kWindows{
      0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
      0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};
  std::string converted;
  if (std::size_t offset = 0; is_utf8(text, offset)) return converted;
  converted.reserve(text.size() + text.size() / 8);
  for (const char each : text) {
    const auto byte = static_cast<std::uint8_t>(each);
    const unsigned code = byte >= 0x80 && byte < 0xa0 ? kWindows[byte - 0x80U] : byte;
    if (code < 0x80) {
      converted += each;
    } else if (code < 0x800) {
      converted += static_cast<char>(0xc0 | code >> 6);
      converted += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      converted += static_cast<char>(0xe0 | code >> 12);
      converted += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      converted += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return converted;
}

void check_text(std::string_view text) {
  if (text.size() > kMaxTextBytes) {
    throw FormatError("more than " + std::to_string(kMaxTextBytes >> 20) +
                      " MB of text; split it into several files");
  }
  for (std::size_t begin = 0, end = 0; end < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    if (end - begin > kMaxLineBytes) {
      throw_format_error(text, begin,
                         "a line of more than " + std::to_string(kMaxLineBytes >> 20) +
                             " MB; break it into several, or give less");
    }
  }
  if (const std::size_t nul = text.find('\0'); nul != text.npos) {
    throw_format_error(text, nul, "a NUL byte: this is no text");
  }
  if (std::size_t offset = 0; !is_utf8(text, offset)) {
    throw_format_error(text, offset, "not UTF-8; convert it, as with iconv -f latin1 -t utf-8");
  }
}

}  // namespace isthmus
