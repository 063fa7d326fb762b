#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isthmus {

// A subcommand of the program: one file of tools/cli/ and one row in tools/cli/program.cpp.
struct Command {
  std::string_view name;
  std::string_view summary;  // for the list of commands
  // Takes the arguments after the command's name and returns the exit code. May throw: BadInput
  // ends the program with code 2, any other exception with code 1, its message on one line.
  int (*run)(const std::vector<std::string>& arguments);
};

inline constexpr int kGood = 0;
inline constexpr int kJobFailed = 1;
inline constexpr int kBadInput = 2;

// Runs the command that the arguments, those after the program's name, begin with. Answers
// --help and --version itself. Returns the exit code. To be called first of all that the program
// does, as prepare_standard_streams() is.
int run_command(std::span<const Command> commands, std::span<const char* const> arguments);

}  // namespace isthmus
