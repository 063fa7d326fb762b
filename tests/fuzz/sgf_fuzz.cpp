#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "time_limit.hpp"

#include "protocols/sgf.hpp"

using namespace isthmus;

// Any text is either a game that is written and read back the same, or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TimeLimit time_limit;
  try {
    const GameFile game = read_sgf({reinterpret_cast<const char*>(data), size});
    const std::string text = write_sgf(game);
    const GameFile again = read_sgf(text);
    if (again.record.positions() != game.record.positions()) std::abort();
    if (again.black_name != game.black_name || again.comment != game.comment) std::abort();
    if (again.notes != game.notes || again.info != game.info) std::abort();
    if (again.variations.size() != game.variations.size()) std::abort();
    if (write_sgf(again) != text) std::abort();
  } catch (const FormatError&) {
  }
  return 0;
}
