#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/base/number_range.hpp"
#include "protocols/gtp/gtp_engine.hpp"
#include "protocols/text/move_text.hpp"

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
  const NumberRange range{static_cast<double>(least), static_cast<double>(most),
                          std::is_integral_v<Number>};
  if (const auto value = range.parse(text)) return static_cast<Number>(*value);
  throw GtpError(what + " should be " + range.text() + ", not " + in_quotes(text));
}

// The colour that a text names. Throws GtpError.
inline Colour colour(const std::string& text) {
  if (const auto colour = find_colour(text)) return *colour;
  throw GtpError("invalid color: " + in_quotes(text) + "; use b or w");
}

// The colour that the one argument names, or without it the side to move. Throws GtpError.
inline Colour player(const GtpEngine& engine, const GtpArguments& arguments) {
  expect(arguments, 0, 1, "[COLOR]");
  return arguments.empty() ? engine.record().position().to_move : colour(arguments[0]);
}

}  // namespace isthmus
