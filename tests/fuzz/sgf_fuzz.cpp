#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "protocols/sgf.hpp"

using namespace isthmus;

// Any text is either a game that is written and read back the same, or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const SgfGame game = read_sgf({reinterpret_cast<const char*>(data), size});
    const SgfGame again = read_sgf(write_sgf(game));
    if (again.record.positions() != game.record.positions()) std::abort();
    if (again.black_name != game.black_name || again.comment != game.comment) std::abort();
  } catch (const SgfError&) {
  }
  return 0;
}
