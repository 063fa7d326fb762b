#include "tools/options/game_input.hpp"

#include <iostream>

#include "protocols/formats/text_check.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"

namespace isthmus {

std::string read_game_text(const std::string& argument) {
  if (is_game_link(argument)) return argument;
  return read_file(argument, "give a file with games, a link, or - for standard input",
                   kMaxTextBytes);
}

void read_games(const std::string& argument, const std::string& text,
                const std::string& format_name, const std::shared_ptr<const Game>& game,
                Omissions& omissions, const VisitGame& visit) {
  if (const std::string advice = game_page_advice(text); !advice.empty()) {
    throw BadInput(argument + " is " + advice);
  }
  const GameFormat& format =
      format_name.empty() ? guess_game_format(text) : game_format(format_name, "from");
  try {
    read_games(text, format, game, omissions, visit);
  } catch (const FormatError& error) {
    const bool is_guess = format_name.empty();
    throw BadInput(argument + ", " + (is_guess ? "taken for " : "read as ") +
                   std::string(format.name) + ": " + error.what());
  }
}

const GameFormat& game_format(const std::string& name, std::string_view option) {
  if (const GameFormat* format = find_game_format(name)) return *format;
  std::string names;
  for (const GameFormat& format : game_formats()) {
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  throw BadInput("option '--" + std::string(option) + "' takes one of " + names + ", not '" + name +
                 "'");
}

std::string game_formats_help() {
  std::string help;
  for (const GameFormat& format : game_formats()) {
    const std::string name(format.name);
    help += "\n  " + name + std::string(17 - name.size(), ' ') + std::string(format.description);
  }
  return help;
}

void report_omissions(const Omissions& omissions) {
  if (!omissions.empty()) std::cerr << "isthmus: left out: " << omissions.text() << '\n';
}

}  // namespace isthmus
