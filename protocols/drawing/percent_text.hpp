#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace isthmus {

// "51.3 %" for 0.513.
inline std::string percent_text(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

}  // namespace isthmus
