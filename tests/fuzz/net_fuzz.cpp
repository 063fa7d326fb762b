#include <cstdlib>
#include <string_view>

#include "fuzz_input.hpp"

#include "engine/net/net_file.hpp"
#include "tests/support/net_bytes.hpp"

using namespace isthmus;
using isthmus::test::net_bytes;

// Any bytes are either a net that is written and read back the same, or refused.
void isthmus::fuzz_input(std::string_view input) {
  try {
    const std::string bytes = net_bytes(parse_net(input));
    if (net_bytes(parse_net(bytes)) != bytes) std::abort();
  } catch (const NetError&) {
  }
}
