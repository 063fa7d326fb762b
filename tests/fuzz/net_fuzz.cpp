#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "time_limit.hpp"

#include "engine/net_file.hpp"

using namespace isthmus;

// Any bytes are either a net that is written and read back the same, or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TimeLimit time_limit;
  try {
    const std::string bytes = net_bytes(parse_net({reinterpret_cast<const char*>(data), size}));
    if (net_bytes(parse_net(bytes)) != bytes) std::abort();
  } catch (const NetError&) {
  }
  return 0;
}
