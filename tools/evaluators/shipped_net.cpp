#include "tools/evaluators/shipped_net.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

// shipped_nets.inc has a line for each net, ISTHMUS_NET(number, "game", kind, "path of the file").

#ifdef ISTHMUS_EMBEDS_NETS

// As an array of C++ it would take a compiler minutes.
#define ISTHMUS_NET(number, game, kind, path)           \
  __asm__(                                              \
      ".pushsection .rodata\n"                          \
      ".global isthmus_net_" #number                    \
      "_begin\n"                                        \
      ".global isthmus_net_" #number                    \
      "_end\n"                                          \
      "isthmus_net_" #number                            \
      "_begin:\n"                                       \
      ".incbin \"" path                                 \
      "\"\n"                                            \
      "isthmus_net_" #number                            \
      "_end:\n"                                         \
      ".popsection\n");                                 \
  extern "C" const char isthmus_net_##number##_begin[]; \
  extern "C" const char isthmus_net_##number##_end[];
#include "tools/evaluators/shipped_nets.inc"
#undef ISTHMUS_NET

#define ISTHMUS_NET(number, game, kind, path) \
  {game, NetKind::kind, isthmus_net_##number##_begin, isthmus_net_##number##_end},

#else

#define ISTHMUS_NET(number, game, kind, path) {game, NetKind::kind, nullptr, nullptr},

#endif

namespace isthmus {

namespace {

struct ShippedNet {
  std::string_view game;
  NetKind kind;
  const char* begin;
  const char* end;
};

constexpr ShippedNet kNets[] = {
#include "tools/evaluators/shipped_nets.inc"
    {"", NetKind::small, nullptr, nullptr}};
#undef ISTHMUS_NET

const ShippedNet& find(std::string_view game, NetKind kind) {
  return *std::find_if(std::begin(kNets), std::end(kNets) - 1, [&](const ShippedNet& net) {
    return (game.empty() || net.game == game) && net.kind == kind;
  });
}

}  // namespace

std::string_view shipped_net(std::string_view game, NetKind kind) {
  const ShippedNet& net = find(game, kind);
  return {net.begin, static_cast<std::size_t>(net.end - net.begin)};
}

bool has_shipped_net(std::string_view game, NetKind kind) { return !find(game, kind).game.empty(); }

std::optional<NetKind> find_net_kind(std::string_view name) {
  for (const NamedKind& named : kNetKinds) {
    if (named.name == name) return named.kind;
  }
  return std::nullopt;
}

std::string_view name(NetKind kind) {
  const auto is_of_kind = [kind](const NamedKind& named) { return named.kind == kind; };
  return std::find_if(std::begin(kNetKinds), std::end(kNetKinds), is_of_kind)->name;
}

}  // namespace isthmus
