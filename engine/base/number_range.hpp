#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isthmus {

// The shortest text that reads as the same number, as a person would type it: "0.1", "4000000000",
// and with an exponent only where that saves zeros beyond ten digits: "1e12".
std::string number_text(double number);
// With `digits` digits after the point, 0 to 17: "12.50" with two. Not finite: "inf", "-inf", "nan"
// or "-nan".
std::string fixed_text(double number, int digits);

// The numbers that an option, a setting or a field accepts. Whole numbers are exact up to 2^53,
// beyond which no range should go.
struct NumberRange {
  double least;  // both ends included
  double most;
  bool is_whole = false;

  // "0.001 to 60".
  std::string ends() const;
  // What is valid, for a message: "a whole number from 1 to 1024".
  std::string text() const;
  bool contains(double number) const;
  // The number in a text such as "800", "0.25" or "1e6"; nothing where the text holds anything
  // else, or the number is not in this range. A whole number may be written as "8e2" as well.
  std::optional<double> parse(std::string_view text) const;
};

}  // namespace isthmus
