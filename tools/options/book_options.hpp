#pragma once

#include <functional>
#include <optional>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/game/game.hpp"
#include "engine/game/settings.hpp"

namespace isthmus {

// Adds --book, and how to choose from it.
void add_book(boost::program_options::options_description& options);

// What chooses moves from the book that was asked for; empty where none was. It knows no move of
// other games than the book's, and where the file turns out to be damaged it says so on standard
// error, and knows none any more. Draws follow from the settings' seed. Throws BadInput for a file
// that is no book.
std::function<std::optional<Move>(const Game&, const Position&)> read_book(
    const boost::program_options::variables_map& values, const Settings& settings);

}  // namespace isthmus
