#include "protocols/gtp.hpp"

#include <iostream>

#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/evaluators.hpp"
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
  const auto values = parse_options(arguments, kUsage, options);
  if (!values) return kGood;
  GtpEngine engine({.make_evaluator = make_evaluator,
                    .game = read_game(*values),
                    .settings = read_settings(*values)});
  run_gtp(engine, std::cin, std::cout);
  return kGood;
}

}  // namespace isthmus
