#include "tools/evaluators/shipped_net.hpp"

#ifdef ISTHMUS_SHIPPED_NET

// As an array of C++ it would take a compiler minutes.
__asm__(
    ".pushsection .rodata\n"
    ".global isthmus_shipped_net_begin\n"
    ".global isthmus_shipped_net_end\n"
    "isthmus_shipped_net_begin:\n"
    ".incbin \"" ISTHMUS_SHIPPED_NET
    "\"\n"
    "isthmus_shipped_net_end:\n"
    ".popsection\n");

extern "C" const char isthmus_shipped_net_begin[];
extern "C" const char isthmus_shipped_net_end[];

#endif

namespace isthmus {

std::string_view shipped_net() {
#ifdef ISTHMUS_SHIPPED_NET
  return {isthmus_shipped_net_begin,
          static_cast<std::size_t>(isthmus_shipped_net_end - isthmus_shipped_net_begin)};
#else
  return {};
#endif
}

}  // namespace isthmus
