#pragma once

#include <span>
#include <string>
#include <string_view>

#include <boost/program_options/options_description.hpp>

#include "tools/options/command.hpp"

namespace isthmus {

// A form of the whole help, of the program and all its commands, for other programs to read. It is
// asked for by --help=NAME: of the program all of it, of a command its own part.
struct HelpForm {
  std::string_view name;
  // What goes before all commands, and before each one's own part.
  std::string (*begin)(std::span<const Command> commands);
  std::string (*begin_command)(const Command& command);
  // A command's own part: of what its plain help begins with, and of its options.
  std::string (*command)(std::string_view usage,
                         const boost::program_options::options_description& options);
  std::string_view end;
};

// What asks for one, before its name.
inline constexpr std::string_view kHelpInForm = "--help=";

// The form called "man", a manual page, or "bash" or "zsh", completions for these shells. Throws
// BadInput for another name.
const HelpForm& find_help_form(std::string_view name);

// Prints the whole help in a form. Returns the exit code.
int print_help(const HelpForm& form, std::span<const Command> commands);

}  // namespace isthmus
