#pragma once

#include <optional>
#include <string_view>

#include "engine/board/move.hpp"

namespace isthmus {

// Of a game's nets a large one plays by default on GPUs that compute it fast, on boards where it is
// the stronger at equal time, a wide one on wide boards, and a small one on all others
// (tools/tournament/NOTES.md).
enum class NetKind { small, large, wide };

struct NamedKind {
  NetKind kind;
  std::string_view name;  // ends with a zero in memory
};
inline constexpr NamedKind kNetKinds[] = {
    {NetKind::large, "large"}, {NetKind::wide, "wide"}, {NetKind::small, "small"}};

// Where another kind than the small one plays by default: on boards of that game of which no side
// is shorter or longer, as its sizes are counted.
struct NetRange {
  std::string_view game;
  NetKind kind;
  int least_side;
  int most_side;
  bool is_for_fast_gpus;  // for no others, and no processors
};

// The first of these plays that suits the board and what computes it. Of 128 channels Hopper has no
// kernel for larger boards than 15 x 15 (gpu/net/NOTES.md).
inline constexpr NetRange kNetRanges[] = {{"hex", NetKind::large, 1, 15, true},
                                          {"hex", NetKind::wide, 17, kMaxSide, false},
                                          {"havannah", NetKind::wide, 7, kMaxSide, false}};

// The net that comes with the program for the game called `game`, as the contents of a file:
// engine/net/networks/GAME.net, GAME-large.net or GAME-wide.net, as it was when the program was
// built. Empty where there was none. An empty name stands for the first game that has one. A
// program for browsers has none, and is given all but large ones by the page.
std::string_view shipped_net(std::string_view game, NetKind kind = NetKind::small);

// Whether engine/net/networks/ has that net, in a program for browsers as well, which knows of no
// large ones.
bool has_shipped_net(std::string_view game, NetKind kind = NetKind::small);

// The kind of that name; nothing where there is no such kind.
std::optional<NetKind> find_net_kind(std::string_view name);

std::string_view name(NetKind kind);

}  // namespace isthmus
