#include "tools/options/completions.hpp"

#include "tools/base/shell_word.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// The first line of a description, with what has a meaning to zsh's functions escaped.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string begin_bash(std::span<const Command> commands) {
  std::string names;
  for (const Command& command : commands) names.append(command.name).append(" ");
  return R"(# Completions of isthmus for bash, as isthmus --help=bash prints them.
_isthmus() {
  local word=${COMP_WORDS[COMP_CWORD]} candidates=
  if [ "$COMP_CWORD" -eq 1 ]; then
    candidates=)" +
         shell_word(names + "--help --version") + R"(
  elif [[ $word == -* ]]; then
    case ${COMP_WORDS[1]} in
)";
}

std::string begin_bash_command(const Command& command) {
  return "      " + std::string(command.name) + ") candidates=";
}

std::string bash_command(std::string_view, const po::options_description& options) {
  std::string names;
  for (const auto& option : options.options()) {
    names.append(names.empty() ? "--" : " --").append(option->long_name());
  }
  return shell_word(names) + " ;;\n";
}

std::string begin_zsh(std::span<const Command> commands) {
  std::string text = R"(#compdef isthmus
# Completions of isthmus for zsh, as isthmus --help=zsh prints them.
_isthmus() {
  if (( CURRENT == 2 )); then
    local -a commands=(
)";
  for (const Command& command : commands) {
    text += "      " + shell_word(std::string(command.name) + ':' + std::string(command.summary)) +
            '\n';
  }
  return text + R"(    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
)";
}

std::string begin_zsh_command(const Command& command) {
  return "    " + std::string(command.name) + ")\n      _arguments '*:file:_files'";
}

std::string zsh_command(std::string_view, const po::options_description& options) {
  std::string text;
  for (const auto& option : options.options()) {
    const bool takes_value = option->semantic()->max_tokens() != 0;
    text += " \\\n        " + shell_word("--" + option->long_name() + (takes_value ? "=[" : "[") +
                                         zsh_text(option->description()) + ']' +
                                         (takes_value ? ":value:_files" : ""));
  }
  return text + " ;;\n";
}

}  // namespace isthmus
