#include <iostream>

#include <boost/program_options/value_semantic.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kConvertUsage =
    R"(Usage: isthmus convert IN... --to FORMAT [options]

Turns games from one format into another. IN is a file, - for standard input, or a link itself; its
format is recognised by its contents. One line on standard error says what the new format has no
place for. For example:

  isthmus convert 'https://hexworld.org/board/#11nc1,b4:sh4' --to sgf
  isthmus convert games/*.sgf --to hexworld --out links.txt

Formats:)";

}  // namespace

int run_convert(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("in", po::value<std::vector<std::string>>()->value_name("IN")->required(),
                        "games to convert; may be given without --in")(
      "to", po::value<std::string>()->value_name("FORMAT")->required(), "the new format")(
      "from", po::value<std::string>()->value_name("FORMAT")->default_value(""),
      "the format of all games, where it is not to be guessed")(
      "out", po::value<std::string>()->value_name("FILE"), "where to write, not standard output");
  add_game(options);
  const std::string usage =
      kConvertUsage + game_formats_help() +
      "\n\nOpenings do not say on what board they are played, nor some SGF what "
      "game it is: --game and\n--size say so. --swap is the rule of games that "
      "name none.";
  const auto values =
      parse_options(arguments, usage, options, po::positional_options_description().add("in", -1));
  if (!values) return kGood;
  const GameFormat& to = game_format((*values)["to"].as<std::string>(), "to");
  const std::string from = (*values)["from"].as<std::string>();
  if (!from.empty()) game_format(from, "from");
  const std::shared_ptr<const Game> game = read_game(*values);
  if (values->count("out") != 0) check_output_file("out", (*values)["out"].as<std::string>());

  const bool names_swap = !(*values)["swap"].defaulted();
  int open = 0;  // games that do not say whether there was a swap
  std::string output;
  Omissions omissions;
  for (const std::string& argument : (*values)["in"].as<std::vector<std::string>>()) {
    const std::string text = read_game_text(argument);
    int number = 0;
    read_games(argument, text, from, game, omissions, [&](GameFile file) {
      ++number;
      if (names_swap) file.names_swap_rule = true;
      if (assumed_swap_rule(file) != SwapRule::none) ++open;
      try {
        output += write_game(file, to, omissions);
      } catch (const FormatError& error) {
        throw BadInput(argument + ", game " + std::to_string(number) + ": " + error.what());
      }
    });
  }
  if (values->count("out") != 0) {
    write_file((*values)["out"].as<std::string>(), output);
  } else {
    print(output);
  }
  report_omissions(omissions);
  if (open > 0 && to.has_swap_rule) {
    std::cerr << "isthmus: " << open << (open == 1 ? " game names" : " games name")
              << " no swap rule, nor is one written; --swap says which\n";
  }
  return kGood;
}

}  // namespace isthmus
