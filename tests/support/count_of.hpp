#pragma once

#include <cstddef>
#include <string>

namespace isthmus::test {

// How often a text holds a part, overlaps counted too.
inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++found;
  return found;
}

}  // namespace isthmus::test
