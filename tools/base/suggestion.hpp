#pragma once

#include <span>
#include <string>
#include <string_view>

namespace isthmus {

// "; did you mean 'games'?" where one of the known words is close to the given one, else
// "; known: engines, games, ...".
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace isthmus
