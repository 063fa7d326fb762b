#pragma once

#include <span>
#include <string>
#include <string_view>

#include <boost/program_options/options_description.hpp>

#include "tools/options/command.hpp"

namespace isthmus {

// The parts of a manual page of the program, as HelpForm has them, in the macros of man(7).
std::string begin_manual(std::span<const Command> commands);
std::string begin_manual_command(const Command& command);
std::string manual_command(std::string_view usage,
                           const boost::program_options::options_description& options);
inline constexpr std::string_view kManualEnd =
    ".SH EXIT STATUS\n"
    "0: good; 1: a failed job; 2: bad usage or bad input,\n"
    "with one line on standard error.\n";

}  // namespace isthmus
