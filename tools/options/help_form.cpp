#include "tools/options/help_form.hpp"

#include <array>

#include "tools/base/bad_input.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/options/completions.hpp"
#include "tools/options/manual.hpp"

namespace isthmus {

namespace {

constexpr std::array kForms{
    HelpForm{"man", begin_manual, begin_manual_command, manual_command, kManualEnd},
    HelpForm{"bash", begin_bash, begin_bash_command, bash_command, kBashEnd},
    HelpForm{"zsh", begin_zsh, begin_zsh_command, zsh_command, kZshEnd},
};

}  // namespace

const HelpForm& find_help_form(std::string_view name) {
  for (const HelpForm& form : kForms) {
    if (form.name == name) return form;
  }
  throw BadInput("option '--help' takes man, bash or zsh, or nothing, not '" + std::string(name) +
                 "'");
}

int print_help(const HelpForm& form, std::span<const Command> commands) {
  print(form.begin(commands));
  for (const Command& command : commands) {
    print(form.begin_command(command));
    // Only the command knows its options.
    command.run({std::string(kHelpInForm).append(form.name)});
  }
  print(form.end);
  return kGood;
}

}  // namespace isthmus
