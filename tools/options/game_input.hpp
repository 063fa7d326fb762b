#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/game/game.hpp"
#include "protocols/formats/game_formats.hpp"

namespace isthmus {

// The text that an argument stands for: what is in the file of that name, standard input for "-",
// and the argument itself where it is a link. Throws BadInput where it cannot be read or is more
// than a text with games may be.
std::string read_game_text(const std::string& argument);

// Visits all games of such a text, in the format of this name, or, without one, in the one that it
// seems to be in. For `game` and `omissions` see GameFormat. Throws BadInput, with `argument` in
// front.
void read_games(const std::string& argument, const std::string& text,
                const std::string& format_name, const std::shared_ptr<const Game>& game,
                Omissions& omissions, const VisitGame& visit);

// The format with this name. Throws BadInput that names the option and lists all formats.
const GameFormat& game_format(const std::string& name, std::string_view option);

// A line for each format, for the help of a command.
std::string game_formats_help();

// Prints on standard error what could not be kept, if anything.
void report_omissions(const Omissions& omissions);

}  // namespace isthmus
