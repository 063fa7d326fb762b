#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/theory/solver.hpp"
#include "tools/book/book.hpp"

namespace isthmus::book {

// Of books made by versions whose solver could be wrong: what they say is proven is kept apart, and
// it is not used, until it has been solved again.

// What came of that.
struct Rechecked {
  std::int64_t right = 0;
  std::int64_t wrong = 0;      // and mended
  std::int64_t undecided = 0;  // within the limits, and so kept apart for another time
};

// Solves again what is kept apart, within the limits for each, until a stop is requested; what is
// decided is safe in the book at once. The solver must be of the book's game. `report` is called
// after each with how many were looked into and how many there are. Throws sqlite::Error.
Rechecked recheck(Book& book, Solver& solver, const SolveLimits& limits,
                  const std::stop_token& stop,
                  const std::function<void(std::size_t done, std::size_t all)>& report);

// One line for the user who opens a book in which something is kept apart, which says how to mend
// it; else nothing.
std::string unchecked_text(Book& book);

}  // namespace isthmus::book
