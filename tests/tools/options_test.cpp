#include "tools/options.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tools/bad_input.hpp"

using namespace isthmus;

namespace {

boost::program_options::variables_map parse(const std::vector<std::string>& arguments) {
  boost::program_options::options_description options;
  add_game(options);
  add_settings(options);
  return parse_options(arguments, "usage", options).value();
}

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    const auto values = parse(arguments);
    read_game(values);
    read_settings(values);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
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

TEST_CASE("values that will not do are refused with the option's name") {
  CHECK(contains(error_of({"--visits", "many"}), "--visits"));
  CHECK(contains(error_of({"--visit", "5"}), "did you mean '--visits'?"));
  CHECK(contains(error_of({"--size", "0"}), "--size"));
  CHECK(contains(error_of({"--size", "9y9"}), "'9y9'"));
  CHECK(contains(error_of({"--swap", "yes"}), "swap-pieces"));
  CHECK(contains(error_of({"--game", "go"}), "'go'"));
}
