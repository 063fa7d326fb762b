#pragma once

#include <string>
#include <string_view>

namespace isthmus {

// A word of a shell, whatever the text holds.
inline std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + '\'';
}

}  // namespace isthmus
