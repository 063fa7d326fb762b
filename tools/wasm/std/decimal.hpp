#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

// std::to_chars() and std::from_chars() of double, as C++17 has them, for decimal numbers.
namespace isthmus::standard {

// Writes the fewest digits that are read back as this finite number, in one of the first two forms.
inline std::to_chars_result to_chars(char* first, char* last, double number,
                                     std::chars_format form) {
  // A sign, digits, and "e+05" behind them: enough digits for any number.
  std::array<char, 32> text;
  for (int digits = 0; digits < 17; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*e", digits, number);
    if (std::strtod(text.data(), nullptr) == number) break;
  }
  std::string result = text.data();
  if (form == std::chars_format::fixed) {
    const std::size_t mark = result.find('e');
    const int exponent = std::atoi(result.c_str() + mark + 1);
    const auto digits = static_cast<int>(
        std::count_if(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(mark),
                      [](char c) { return c >= '0' && c <= '9'; }));
    std::array<char, 512> plain;
    std::snprintf(plain.data(), plain.size(), "%.*f", std::max(0, digits - 1 - exponent), number);
    result = plain.data();
  }
  if (static_cast<std::ptrdiff_t>(result.size()) > last - first) {
    return {last, std::errc::value_too_large};
  }
  return {std::copy(result.begin(), result.end(), first), std::errc()};
}

// Reads a number as far as it goes; it begins with no blank and no '+'.
inline std::from_chars_result from_chars(const char* first, const char* last, double& number) {
  const std::string_view given(first, static_cast<std::size_t>(last - first));
  const std::string text(given.substr(0, given.find_first_not_of("+-.0123456789eE")));
  const auto digit = text.find_first_of(".0123456789");
  if (digit == text.npos || digit > 1 || (digit == 1 && text[0] != '-')) {
    return {first, std::errc::invalid_argument};
  }
  char* end = nullptr;
  errno = 0;
  const double read = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, std::errc::invalid_argument};
  const char* stop = first + (end - text.c_str());
  if (errno == ERANGE && (read == 0 || std::isinf(read))) {
    return {stop, std::errc::result_out_of_range};
  }
  number = read;
  return {stop, std::errc()};
}

}  // namespace isthmus::standard
