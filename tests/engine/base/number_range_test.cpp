#include "engine/base/number_range.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace isthmus;

TEST_CASE("numbers are written as they are typed") {
  const std::pair<double, const char*> cases[] = {
      {0, "0"},
      {1, "1"},
      {-1, "-1"},
      {0.1, "0.1"},
      {0.001, "0.001"},
      {0.00001, "0.00001"},
      {2.5, "2.5"},
      {65535, "65535"},
      {1 << 20, "1048576"},
      {1e9, "1000000000"},
      {4e9, "4000000000"},
      {-1e9, "-1000000000"},
      {-4e9, "-4000000000"},
      {1e10, "1e10"},
      {1e12, "1e12"},
      {9e15, "9e15"},
      {-1e12, "-1e12"},
      {1e-12, "1e-12"},
      {2.5e-9, "2.5e-9"},
      {1e100, "1e100"},
      {1234567890123, "1234567890123"},
      {0.3, "0.3"},
      {1.0 / 3, "0.3333333333333333"},
      {std::numeric_limits<double>::infinity(), "inf"},
      {-std::numeric_limits<double>::infinity(), "-inf"},
      {std::nan(""), "nan"},
  };
  for (const auto& [number, text] : cases) CHECK(number_text(number) == text);
  for (const double number : {std::numeric_limits<double>::max(), 5e-324, 1.7e-300, 123456.789}) {
    CHECK(std::strtod(number_text(number).c_str(), nullptr) == number);
  }
}

TEST_CASE("numbers are written with as many digits as are asked for") {
  CHECK(fixed_text(12.5, 2) == "12.50");
  CHECK(fixed_text(-0.04, 1) == "-0.0");
  CHECK(fixed_text(99.96, 1) == "100.0");
  CHECK(fixed_text(7, 0) == "7");
  CHECK(fixed_text(0.1, 17) == "0.10000000000000001");
  CHECK(fixed_text(std::nan(""), 2) == "nan");
  // The longest: a sign, 309 digits, the point and 17 digits.
  CHECK(fixed_text(-std::numeric_limits<double>::max(), 17).size() == 328);
}

TEST_CASE("a range names its ends and what it accepts") {
  CHECK(NumberRange{0.001, 1e9}.ends() == "0.001 to 1000000000");
  CHECK(NumberRange{0.001, 1e9}.text() == "a number from 0.001 to 1000000000");
  CHECK(NumberRange{1, 1024, true}.text() == "a whole number from 1 to 1024");
}

TEST_CASE("a range takes numbers of its own, ends included, and nothing else") {
  const NumberRange numbers{-2, 1000}, whole{-2, 1000, true}, all{-1e300, 1e300};
  for (const char* text : {"-2", "0", "1000", "7", "1e3", "10e-1", "5.0"}) {
    CAPTURE(text);
    CHECK(numbers.parse(text) == std::stod(text));
    CHECK(whole.parse(text) == std::stod(text));
  }
  for (const char* text : {"0.5", "-1.5", ".25", "999.999"}) {
    CAPTURE(text);
    CHECK(numbers.parse(text) == std::stod(text));
    CHECK_FALSE(whole.parse(text));
  }
  for (const char* text :
       {"",       " ",      "-",    "x",  "nan", "-nan", "inf", "-inf", "infinity", "1e400",
        "-1e400", "1e-400", "0x10", "5x", "5 ",  " 5",   "+5",  "5,5",  "1e",       "--5"}) {
    CAPTURE(text);
    CHECK_FALSE(all.parse(text));
  }
  for (const char* text : {"-2.001", "1000.001", "-3", "1001", "1e18", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(numbers.parse(text));
    CHECK_FALSE(whole.parse(text));
  }
  CHECK_FALSE(numbers.contains(std::nan("")));
  CHECK_FALSE(whole.contains(std::nan("")));
}
