#pragma once

#include <span>
#include <string>
#include <string_view>

#include <boost/program_options/options_description.hpp>

#include "tools/options/command.hpp"

namespace isthmus {

// The parts of completions, as HelpForm has them: of commands and options. What is no option is
// completed as a file.
std::string begin_bash(std::span<const Command> commands);
std::string begin_bash_command(const Command& command);
std::string bash_command(std::string_view usage,
                         const boost::program_options::options_description& options);
inline constexpr std::string_view kBashEnd = R"(    esac
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$word"))
}
complete -o bashdefault -o default -F _isthmus isthmus
)";

std::string begin_zsh(std::span<const Command> commands);
std::string begin_zsh_command(const Command& command);
std::string zsh_command(std::string_view usage,
                        const boost::program_options::options_description& options);
inline constexpr std::string_view kZshEnd = R"(  esac
}
_isthmus "$@"
)";

}  // namespace isthmus
