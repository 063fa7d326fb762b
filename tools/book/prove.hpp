#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>

#include "engine/theory/solver.hpp"
#include "tools/book/book.hpp"

namespace isthmus::book {

// Solves the positions of a book that are not proven, those with the most stones first, within the
// limits for each, until a stop is requested; what is proven is safe in the book at once. The
// solver must be of the book's game. `report` is called after each with how many were looked into
// and how many there are. Returns how many were proven. Throws BadInput where the game keeps no
// proofs, and sqlite::Error.
std::int64_t prove(Book& book, Solver& solver, const SolveLimits& limits,
                   const std::stop_token& stop,
                   const std::function<void(std::size_t done, std::size_t all)>& report);

}  // namespace isthmus::book
