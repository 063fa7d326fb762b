#pragma once

#include <string_view>

namespace isthmus {

// The net that comes with the program, as the contents of a file: engine/net/networks/hex.net, as
// it was when the program was built. Empty where there was none.
std::string_view shipped_net();

}  // namespace isthmus
