#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "protocols/gtp_engine.hpp"
#include "protocols/move_text.hpp"

namespace isthmus {

using GtpArguments = std::vector<std::string>;

// Throws GtpError unless there are from `least` to `most` arguments; `wanted` says what they are.
inline void expect(const GtpArguments& arguments, std::size_t least, std::size_t most,
                   const std::string& wanted) {
  if (arguments.size() >= least && arguments.size() <= most) return;
  throw GtpError("syntax error: expected " + wanted);
}

// The number in a text. Throws GtpError for what is no number or not in the range, in which `what`
// names it.
template <class Number>
Number number(const std::string& text, Number least, Number most, const std::string& what) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  // Not (value < least), so that what is no number at all is refused as well.
  if (error != std::errc{} || stop != end || !(value >= least && value <= most)) {
    throw GtpError(what + " should be a number from " + std::to_string(least) + " to " +
                   std::to_string(static_cast<std::int64_t>(most)) + ", not " + in_quotes(text));
  }
  return value;
}

// The colour that a text names. Throws GtpError.
inline Colour colour(const std::string& text) {
  if (const auto colour = find_colour(text)) return *colour;
  throw GtpError("invalid color: " + in_quotes(text) + "; use b or w");
}

}  // namespace isthmus
