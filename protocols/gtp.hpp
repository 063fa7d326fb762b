#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/gtp_engine.hpp"

namespace isthmus {

using GtpArguments = std::vector<std::string>;

// One command. To add one, write its function and its row in gtp_commands.cpp.
struct GtpCommand {
  std::string_view name;
  std::string_view help;  // its arguments, and what it does
  // Returns the answer's text. Throws an exception whose message is the answer of a failure.
  std::string (*function)(GtpEngine& engine, const GtpArguments& arguments);
};

// All commands, in the order in which they are shown.
std::span<const GtpCommand> gtp_commands();

// Answers one line; an empty text where the protocol wants no answer. Never throws for what the
// line holds: a command that fails leaves the engine as it was.
std::string answer_gtp(GtpEngine& engine, std::string_view line);

// Answers the lines of `in` on `out`, each answer in one write, until the command quit or the end
// of the input.
void run_gtp(GtpEngine& engine, std::istream& in, std::ostream& out);

}  // namespace isthmus
