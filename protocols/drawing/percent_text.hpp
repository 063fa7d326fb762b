#pragma once

#include <string>

#include "engine/base/number_range.hpp"

namespace isthmus {

// "51.3 %" for 0.513.
inline std::string percent_text(double share) { return fixed_text(100 * share, 1) + " %"; }

}  // namespace isthmus
