#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace isthmus {

// The text with its ASCII letters in lower case.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

}  // namespace isthmus
