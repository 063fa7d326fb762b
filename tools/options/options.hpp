#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// The names of the settings that many small searches have, in the order of setting_rows().
std::vector<std::string_view> settings_for_many();

// Adds one option for each row of setting_rows(), or for those with the names given.
void add_settings(boost::program_options::options_description& options);
void add_settings(boost::program_options::options_description& options,
                  std::span<const std::string_view> names);
// The settings that were asked for, of the same rows; others are as they are by default. Throws
// BadInput for a value that is not of its type or range.
Settings read_settings(const boost::program_options::variables_map& values);
Settings read_settings(const boost::program_options::variables_map& values,
                       std::span<const std::string_view> names);

// Adds --game alone.
void add_game_name(boost::program_options::options_description& options);
// The boards that games are played on where none is asked for: "hex 11 y 13".
std::string default_sizes();

// Adds --game, --size and --swap, which mean the same for every command.
void add_game(boost::program_options::options_description& options);
// The game that was asked for. Throws BadInput for a game or board that there is not.
std::shared_ptr<const Game> read_game(const boost::program_options::variables_map& values);

// Parses the arguments of a subcommand. Prints help, `usage` followed by the options, and returns
// nothing where --help is among them, or its part of another form of help where that is the first
// (see HelpForm). Throws BadInput where they do not fit the options.
std::optional<boost::program_options::variables_map> parse_options(
    const std::vector<std::string>& arguments, std::string_view usage,
    const boost::program_options::options_description& options,
    const boost::program_options::positional_options_description& positional = {});

}  // namespace isthmus
