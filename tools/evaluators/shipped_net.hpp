#pragma once

#include <string_view>

namespace isthmus {

// The net that comes with the program for the game called `game`, as the contents of a file:
// engine/net/networks/GAME.net, as it was when the program was built. Empty where there was none.
// A program for browsers has none, and is given them by the page.
std::string_view shipped_net(std::string_view game);

// Whether engine/net/networks/ has a net for that game, in a program for browsers as well.
bool has_shipped_net(std::string_view game);

}  // namespace isthmus
