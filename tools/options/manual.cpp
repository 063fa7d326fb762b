#include "tools/options/manual.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "tools/options/version.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// A line of text, or a part of one, so that nothing in it is taken for a request or an escape.
std::string roff(std::string_view text) {
  std::string escaped = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Where to break a line: the last blank within the width, or else the first of all.
std::size_t break_of(std::string_view text, std::size_t width) {
  const std::size_t blank = text.rfind(' ', width);
  return blank != std::string_view::npos ? blank : text.find(' ');
}

// Text that is filled, on lines of less than 80 characters, escapes included, as checkers ask for.
std::string filled(std::string_view text) {
  constexpr std::size_t kWidth = 64;
  std::string lines;
  while (text.size() > kWidth) {
    const std::size_t blank = break_of(text, kWidth);
    if (blank == std::string_view::npos) break;
    lines += roff(text.substr(0, blank)) + '\n';
    text.remove_prefix(blank + 1);
  }
  return lines + roff(text) + '\n';
}

// What stands between blank lines, with all its lines as they are where one of them is indented:
// these are examples and tables.
std::string paragraph(std::span<const std::string> lines) {
  std::string text;
  const bool is_table =
      std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line[0] == ' '; });
  for (const std::string& line : lines) text += is_table ? roff(line) + '\n' : filled(line);
  return is_table ? ".EX\n" + text + ".EE\n" : text;
}

std::string paragraphs(std::span<const std::string> lines) {
  std::string text;
  while (!lines.empty()) {
    const auto blank = std::find(lines.begin(), lines.end(), "");
    const auto count = static_cast<std::size_t>(blank - lines.begin());
    text += (text.empty() ? "" : ".PP\n") + paragraph(lines.first(count));
    lines = lines.subspan(std::min(count + 1, lines.size()));
  }
  return text;
}

std::string entry(const po::option_description& option) {
  std::string text = ".TP\n\\fB" + roff(option.format_name()) + "\\fP";
  if (option.semantic()->max_tokens() != 0) text += ' ' + roff(option.format_parameter());
  text += '\n';
  bool is_first = true;
  for (const std::string& line : lines_of(option.description())) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (!is_first) text += ".br\n";
    text += filled(std::string_view(line).substr(indent));
    is_first = false;
  }
  return text;
}

}  // namespace

std::string begin_manual(std::span<const Command> commands) {
  std::string text = ".TH ISTHMUS 1 \"" + std::string(kCommitDate) +
                     "\" \"isthmus " ISTHMUS_VERSION "\"\n" +
                     ".SH NAME\nisthmus \\- plays and analyses connection games\n"
                     ".SH SYNOPSIS\n.B isthmus\n.I command\n[options]\n.br\n"
                     ".B isthmus \\-\\-help\n.br\n.B isthmus \\-\\-version\n"
                     ".SH DESCRIPTION\nThe commands:\n";
  for (const Command& command : commands) {
    text += ".TP\n.B " + roff(command.name) + '\n' + roff(command.summary) + '\n';
  }
  return text;
}

std::string begin_manual_command(const Command& command) {
  std::string title(command.name);
  std::transform(title.begin(), title.end(), title.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return ".SH ISTHMUS " + roff(title) + '\n';
}

std::string manual_command(std::string_view usage, const po::options_description& options) {
  std::vector<std::string> lines = lines_of(usage);
  std::string text = paragraphs(lines) + ".PP\nOptions:\n";
  for (const auto& option : options.options()) text += entry(*option);
  return text;
}

}  // namespace isthmus
