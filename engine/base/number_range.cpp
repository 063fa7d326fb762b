#include "engine/base/number_range.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace isthmus {

namespace {

constexpr std::size_t kMaxDigits = 10;  // short enough to type

// As std::to_chars() has it, but "1e12" for "1e+12" and "1e-7" for "1e-07".
std::string with_exponent(double number) {
  std::array<char, 64> text;
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific);
  std::string result(text.data(), written.ptr);
  const std::size_t sign = result.find('e') + 1;
  const std::size_t digits = sign + 1;
  while (digits + 1 < result.size() && result[digits] == '0') result.erase(digits, 1);
  if (result[sign] == '+') result.erase(sign, 1);
  return result;
}

}  // namespace

std::string number_text(double number) {
  if (!std::isfinite(number)) return number > 0 ? "inf" : number < 0 ? "-inf" : "nan";
  std::array<char, 512> text;  // the longest has 309 digits, or 325 places
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string plain(text.data(), written.ptr);
  if (plain.size() - (number < 0 ? 1 : 0) <= kMaxDigits) return plain;
  const std::string other = with_exponent(number);
  return other.size() < plain.size() ? other : plain;
}

std::string fixed_text(double number, int digits) {
  std::array<char, 352> text;
  std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  return text.data();
}

std::string NumberRange::ends() const { return number_text(least) + " to " + number_text(most); }

std::string NumberRange::text() const {
  return (is_whole ? "a whole number from " : "a number from ") + ends();
}

bool NumberRange::contains(double number) const {
  return number >= least && number <= most && (!is_whole || number == std::floor(number));
}

std::optional<double> NumberRange::parse(std::string_view text) const {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || !contains(number)) return std::nullopt;
  return number;
}

}  // namespace isthmus
