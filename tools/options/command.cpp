#include "tools/options/command.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iomanip>
#include <new>
#include <sstream>

#include "tools/base/bad_input.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/suggestion.hpp"
#include "tools/options/help_form.hpp"
#include "tools/options/version.hpp"

namespace isthmus {

namespace {

std::string help(std::span<const Command> commands) {
  std::ostringstream text;
  text << "Isthmus plays and analyses connection games.\n\n"
          "Usage: isthmus COMMAND [options]\n\n"
          "Commands:\n";
  for (const Command& command : commands) {
    text << "  " << std::left << std::setw(12) << command.name << " " << command.summary << "\n";
  }
  text << "\nisthmus COMMAND --help lists the options of a command; isthmus --version says what "
          "this one is.\n";
  return text.str();
}

const Command& find_command(std::span<const Command> commands, std::string_view name) {
  std::vector<std::string> known;
  for (const Command& command : commands) {
    if (command.name == name) return command;
    known.emplace_back(command.name);
  }
  throw BadInput("unknown command '" + std::string(name) + "'" + suggestion(name, known));
}

int dispatch(std::span<const Command> commands, std::span<const char* const> arguments) {
  if (arguments.empty()) throw BadInput("no command given; isthmus --help lists them");
  const std::string_view first = arguments[0];
  if (first == "--help" || first == "-h" || first == "help") {
    print(help(commands));
    return kGood;
  }
  if (first.starts_with(kHelpInForm)) {
    return print_help(find_help_form(first.substr(kHelpInForm.size())), commands);
  }
  if (first == "--version") {
    print(version_text());
    return kGood;
  }
  return find_command(commands, first).run({arguments.begin() + 1, arguments.end()});
}

// A message on one line, whatever it was made of.
void print_error(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::fprintf(stderr, "isthmus: %s\n", message.c_str());
}

}  // namespace

int run_command(std::span<const Command> commands, std::span<const char* const> arguments) {
  try {
    prepare_standard_streams();
    return dispatch(commands, arguments);
  } catch (const BadInput& error) {
    print_error(error.what());
    return kBadInput;
  } catch (const std::bad_alloc&) {
    // Without a text that would take memory.
    std::fputs(
        "isthmus: there is not enough memory; allow it more (ulimit -v), or ask for less, by "
        "--memory or --threads\n",
        stderr);
    return kJobFailed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kJobFailed;
  }
}

}  // namespace isthmus
