#include <cstdlib>
#include <string_view>

#include "fuzz_input.hpp"

#include "protocols/formats/sgf.hpp"

using namespace isthmus;

// Any text is either a game that is written and read back the same, or refused.
void isthmus::fuzz_input(std::string_view input) {
  try {
    const GameFile game = read_sgf(input);
    const std::string text = write_sgf(game);
    const GameFile again = read_sgf(text);
    if (again.record.positions() != game.record.positions()) std::abort();
    if (again.black_name != game.black_name || again.comment != game.comment) std::abort();
    if (again.notes != game.notes || again.info != game.info) std::abort();
    if (again.variations.size() != game.variations.size()) std::abort();
    if (write_sgf(again) != text) std::abort();
  } catch (const FormatError&) {
  }
}
