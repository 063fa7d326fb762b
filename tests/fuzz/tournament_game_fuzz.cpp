#include <cstdlib>
#include <string_view>

#include "fuzz_input.hpp"

#include "tools/base/bad_input.hpp"
#include "tools/tournament/game_record.hpp"
#include "tools/tournament/spec.hpp"

using namespace isthmus;

// Any text is either a game of a tournament that is written and read back the same, or refused.
void isthmus::fuzz_input(std::string_view input) {
  static const tournament::Spec spec = tournament::parse_spec(
      R"({"size": 5, "games": 4, "swap": "swap-pieces", "openings": [["a1"], ["b2"]],
          "engines": [{"name": "one", "command": "one"}, {"name": "two", "command": "two"}]})");
  try {
    const tournament::GameRecord record = tournament::from_line(input, spec);
    if (!(tournament::from_line(tournament::to_line(record, spec), spec) == record)) std::abort();
  } catch (const BadInput&) {
  }
}
