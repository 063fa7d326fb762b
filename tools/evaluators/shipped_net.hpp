#pragma once

#include <string_view>

namespace isthmus {

// Of a game's nets a small one plays by default on processors and in browsers, a large one on GPUs
// where it is the stronger at equal time (tools/tournament/NOTES.md).
enum class NetKind { small, large };

// The net that comes with the program for the game called `game`, as the contents of a file:
// engine/net/networks/GAME.net or GAME-large.net, as it was when the program was built. Empty where
// there was none. An empty name stands for the first game that has one. A program for browsers has
// none, and is given the small ones by the page.
std::string_view shipped_net(std::string_view game, NetKind kind = NetKind::small);

// Whether engine/net/networks/ has that net, in a program for browsers as well, which knows of no
// large ones.
bool has_shipped_net(std::string_view game, NetKind kind = NetKind::small);

// The longest side of a board on which a large net plays by default: for larger boards of 128
// channels Hopper has no kernel (gpu/net/NOTES.md).
inline constexpr int kLargeNetSide = 13;

}  // namespace isthmus
