#include "tools/options/options.hpp"

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gpu/net/net_precision.hpp"
#include "tests/support/error_of.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/number_option.hpp"

using namespace isthmus;
using isthmus::test::contains;

namespace {

boost::program_options::variables_map parse(const std::vector<std::string>& arguments) {
  boost::program_options::options_description options;
  add_game(options);
  add_settings(options);
  return parse_options(arguments, "usage", options).value();
}

std::string error_of(const std::vector<std::string>& arguments) {
  return test::error_of<BadInput>([&] {
    const auto values = parse(arguments);
    read_game(values);
    read_settings(values);
  });
}

}  // namespace

TEST_CASE("every setting is an option, with the default of its row") {
  const Settings defaults, read = read_settings(parse({}));
  for (const SettingRow& row : setting_rows()) CHECK(get(read, row) == get(defaults, row));
  const Settings given = read_settings(parse({"--visits", "800", "--bridges=false"}));
  CHECK(given.visits == 800);
  CHECK_FALSE(given.bridges);
}

TEST_CASE("game, size and swap choose the board") {
  CHECK(read_game(parse({}))->board().rows() == 11);
  const auto game = read_game(parse({"--game", "rex", "--size", "13x9", "--swap", "swap-sides"}));
  CHECK(game->name() == "rex");
  CHECK(game->board().columns() == 13);
  CHECK(game->board().rows() == 9);
  CHECK(game->swap_rule() == SwapRule::sides);
}

TEST_CASE("where nothing else is asked for, nets of many channels have fp8 and others 16 bits") {
  const auto precision_of = [](int channels, const std::vector<std::string>& arguments) {
    boost::program_options::options_description options;
    add_backend(options);
    return read_net_precision(parse_options(arguments, "usage", options).value(), channels);
  };
  CHECK(precision_of(64, {}) == NetPrecision::bits16);
  CHECK(precision_of(96, {}) == NetPrecision::bits16);
  CHECK(precision_of(128, {}) == NetPrecision::fp8);
  CHECK(precision_of(256, {}) == NetPrecision::fp8);
  CHECK(precision_of(128, {"--net-precision", "fp16"}) == NetPrecision::bits16);
  CHECK(precision_of(64, {"--net-precision", "fp8"}) == NetPrecision::fp8);
  CHECK(precision_of(128, {"--backend", "check"}) == NetPrecision::bits16);
}

TEST_CASE("an option that is a number prints its range, and takes nothing beyond") {
  boost::program_options::options_description options;
  add_number(options, {"seconds", "S", {0.1, 1e6}, 2.5, "how long"});
  add_number(options, {"count", "N", {1, 4e9, true}, std::nullopt, "how many"});
  std::ostringstream help;
  help << options;
  CHECK(contains(help.str(), "--seconds S (=2.5)"));
  CHECK(contains(help.str(), "how long (0.1 to 1000000)"));
  CHECK(contains(help.str(), "how many (1 to 4000000000)"));

  const auto without = parse_options({}, "usage", options).value();
  CHECK(number_of(without, "seconds") == 2.5);
  CHECK(without.count("count") == 0);
  const auto given = parse_options({"--seconds=0.1", "--count", "4e9"}, "usage", options).value();
  CHECK(number_of(given, "seconds") == 0.1);
  CHECK(number_of<std::int64_t>(given, "count") == 4'000'000'000);
  const auto error = [&](const std::vector<std::string>& arguments) {
    return test::error_of<BadInput>([&] { parse_options(arguments, "usage", options); });
  };
  CHECK(error({"--seconds", "0.09"}) ==
        "option '--seconds' takes a number from 0.1 to 1000000, not '0.09'");
  CHECK(error({"--count", "-1"}) ==
        "option '--count' takes a whole number from 1 to 4000000000, not '-1'");
  CHECK(contains(error({"--count", "1.5"}), "not '1.5'"));
  CHECK(contains(error({"--count", ""}), "not ''"));
  CHECK(contains(error({"--count", "1", "--count", "2"}), "more than once"));
  CHECK(contains(error({"--count"}), "--count"));
}

TEST_CASE("values that will not do are refused with the option's name") {
  CHECK(contains(error_of({"--visits", "many"}), "--visits"));
  CHECK(contains(error_of({"--visit", "5"}), "did you mean '--visits'?"));
  CHECK(contains(error_of({"--size", "0"}), "--size"));
  CHECK(contains(error_of({"--size", "9y9"}), "'9y9'"));
  CHECK(contains(error_of({"--swap", "yes"}), "swap-pieces"));
  CHECK(contains(error_of({"--game", "go"}), "'go'"));
}
