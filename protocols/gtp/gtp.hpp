#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/gtp/gtp_arguments.hpp"
#include "protocols/gtp/gtp_engine.hpp"
#include "protocols/gtp/gtp_input.hpp"

namespace isthmus {

// One command. To add one, write its function and its row in gtp_commands.cpp, or in one of the
// files beside it.
struct GtpCommand {
  std::string_view name;
  std::string_view help;  // its arguments, and what it does
  // Returns the answer's text. Throws an exception whose message is the answer of a failure.
  std::string (*function)(GtpEngine& engine, const GtpArguments& arguments);
};

// All commands, in the order in which they are shown.
std::span<const GtpCommand> gtp_commands();
// Those that analyse as KataGo does, those that HexGui uses, and those of them that prove.
std::span<const GtpCommand> gtp_analysis_commands();
std::span<const GtpCommand> gtp_hexgui_commands();
std::span<const GtpCommand> gtp_proof_commands();

// A message for the user who has clicked on a command or a cell in HexGui, which shows neither
// empty answers nor failures, "Bridges: none", "the game is over: Black has won", and leaves an
// older message beside what it draws, "Bridges". Empty where the answer is a message itself, or
// the command none of those.
std::string hexgui_message(std::string_view command, std::string_view answer, bool is_failure);

// Answers the lines of the input until the command quit or their end, and closes the input. Each
// answer is one call of `write`, except those that report how a search goes on: these take a call
// for each piece. Never throws for what a line holds: a command that fails leaves the engine as it
// was.
void run_gtp(GtpEngine& engine, GtpInput& input,
             const std::function<void(std::string_view)>& write);

}  // namespace isthmus
