#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/game/game.hpp"
#include "engine/settings/settings.hpp"
#include "tools/book/shared_book.hpp"

namespace isthmus {

// Adds --book.
void add_book(boost::program_options::options_description& options);
// Adds how to choose moves from it.
void add_book_choice(boost::program_options::options_description& options);

// The book that was asked for; null where none was. Where the file turns out to be damaged, it says
// so on standard error. Throws BadInput for a file that is no book.
std::shared_ptr<book::SharedBook> read_book(const boost::program_options::variables_map& values);

// What chooses moves from a book; empty where there is none. Draws follow from the settings' seed.
std::function<std::optional<Move>(const Game&, const Position&)> read_book_choice(
    const boost::program_options::variables_map& values, std::shared_ptr<book::SharedBook> book,
    const Settings& settings);

}  // namespace isthmus
