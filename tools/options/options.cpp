#include "tools/options/options.hpp"

#include <algorithm>
#include <sstream>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>

#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/suggestion.hpp"
#include "tools/options/help_form.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

std::string game_help() {
  std::string help = "the game:";
  for (const GameEntry& entry : games()) {
    help.append("\n  ").append(entry.name).append(": ").append(entry.description);
  }
  return help;
}

std::vector<std::string_view> all_settings() {
  std::vector<std::string_view> names;
  for (const SettingRow& row : setting_rows()) names.push_back(row.name);
  return names;
}

std::string size_help() {
  return "side of the board, or columns x rows as in 13x9; if not given: " + default_sizes();
}

}  // namespace

std::string default_sizes() {
  std::string sizes;
  for (const GameEntry& entry : games()) {
    sizes.append(sizes.empty() ? "" : " ").append(entry.name);
    sizes.append(" ").append(std::to_string(entry.default_size));
  }
  return sizes;
}

std::vector<std::string_view> settings_for_many() {
  std::vector<std::string_view> names;
  for (const SettingRow& row : setting_rows()) {
    if (!row.is_for_one) names.push_back(row.name);
  }
  return names;
}

void add_settings(po::options_description& options) { add_settings(options, all_settings()); }

void add_settings(po::options_description& options, std::span<const std::string_view> names) {
  const Settings defaults;
  for (std::string_view name : names) {
    const SettingRow& row = find_setting(name);
    const std::string help = std::string(row.help) + " (" + range_text(row) + ")";
    options.add_options()(
        std::string(row.name).c_str(),
        po::value<std::string>()->value_name("X")->default_value(get(defaults, row)), help.c_str());
  }
}

Settings read_settings(const po::variables_map& values) {
  return read_settings(values, all_settings());
}

Settings read_settings(const po::variables_map& values, std::span<const std::string_view> names) {
  Settings settings;
  for (std::string_view name : names) {
    const SettingRow& row = find_setting(name);
    try {
      set(settings, row, values.at(std::string(row.name)).as<std::string>());
    } catch (const SettingError& error) {
      throw BadInput("option '--" + std::string(row.name) + "': " + error.what());
    }
  }
  return settings;
}

void add_game_name(po::options_description& options) {
  options.add_options()(
      "game",
      po::value<std::string>()->value_name("NAME")->default_value(std::string(kDefaultGame)),
      game_help().c_str());
}

void add_game(po::options_description& options) {
  add_game_name(options);
  options.add_options()("size", po::value<std::string>()->value_name("N"), size_help().c_str())(
      "swap", po::value<std::string>()->value_name("RULE")->default_value("none"),
      "what White may do instead of a first stone: none, swap-pieces or swap-sides");
}

std::shared_ptr<const Game> read_game(const po::variables_map& values) {
  std::optional<std::string> size;
  if (values.count("size") != 0) size = values.at("size").as<std::string>();
  return choose_game(values.at("game").as<std::string>(), size,
                     values.at("swap").as<std::string>());
}

std::optional<po::variables_map> parse_options(
    const std::vector<std::string>& arguments, std::string_view usage,
    const po::options_description& options, const po::positional_options_description& positional) {
  namespace style = po::command_line_style;
  // Shortened names would change their meaning when an option is added.
  constexpr int kStyle = style::default_style & ~style::allow_guessing;
  po::options_description all = options;
  all.add_options()("help,h", "show this");
  if (!arguments.empty() && arguments.front().starts_with(kHelpInForm)) {
    const HelpForm& form = find_help_form(arguments.front().substr(kHelpInForm.size()));
    print(form.command(usage, all));
    return std::nullopt;
  }
  po::variables_map values;
  try {
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(kStyle).run(),
        values);
    if (values.count("help") != 0) {
      std::ostringstream help;
      help << usage << "\n\nOptions:\n" << all;
      print(help.str());
      return std::nullopt;
    }
    po::notify(values);
  } catch (const po::unknown_option& error) {
    std::vector<std::string> known;
    for (const auto& option : all.options())
      known.push_back(std::string("--").append(option->long_name()));
    throw BadInput(error.what() + suggestion(error.get_option_name(), known));
  } catch (const po::error& error) {
    throw BadInput(std::string(error.what()) + "; --help shows what there is");
  }
  return values;
}

}  // namespace isthmus
