#include "protocols/gtp.hpp"

#include <iostream>

#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/evaluator_options.hpp"
#include "tools/options.hpp"

namespace isthmus {

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus gtp [options]

Plays through GTP, the Go Text Protocol as used for Hex, on standard input and output. The command
list_commands lists what it understands, help explains it.)";

}  // namespace

int run_gtp(const std::vector<std::string>& arguments) {
  boost::program_options::options_description options;
  add_game(options);
  add_settings(options);
  add_evaluator(options);
  const auto values = parse_options(arguments, kUsage, options);
  if (!values) return kGood;
  const std::shared_ptr<const Game> game = read_game(*values);
  const Settings settings = read_settings(*values);
  GtpEngine engine(
      {.make_evaluator = read_evaluators(*values), .game = game, .settings = settings});
  run_gtp(engine, std::cin, std::cout);
  return kGood;
}

}  // namespace isthmus
