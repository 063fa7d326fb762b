#pragma once

#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace isthmus {

// What JSON text from outside may be at most.
inline constexpr std::size_t kMaxJsonBytes = 1 << 20;
inline constexpr std::size_t kMaxJsonDepth = 32;  // of objects and arrays in each other

// Reads JSON text. Throws QueryError for what is none: where it is longer or deeper than allowed,
// is not UTF-8, holds a number that no double can be, or names a field of an object twice. For the
// last, and for depth, the error holds the query's id where that stands before. Takes a time that
// grows with the length of the text alone, whatever stands in it.
nlohmann::json parse_json(std::string_view text);

}  // namespace isthmus
