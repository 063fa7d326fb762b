#include <cstdlib>
#include <string_view>

#include "fuzz_input.hpp"
#include <nlohmann/json.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"

using namespace isthmus;

// Any text is either a spec that can be scheduled, or a BadInput of one line.
void isthmus::fuzz_input(std::string_view input) {
  try {
    const auto spec = tournament::parse_spec(input);
    // Openings that are still to be made may come from files. A few games are enough: the number
    // is checked by the parser.
    if (spec.openings.empty() || spec.games > 1000) return;
    if (to_json(tournament::parse_spec(to_json(spec).dump())) != to_json(spec)) std::abort();
    tournament::Scheduler scheduler(spec);
    if (scheduler.remaining() == 0 || scheduler.remaining() % 2 != 0) std::abort();
    while (const auto game = scheduler.next()) {
      if (game->opening >= spec.openings.size()) std::abort();
    }
  } catch (const BadInput& error) {
    const std::string_view message = error.what();
    for (char letter : message) {
      if (static_cast<unsigned char>(letter) < 0x20) std::abort();
    }
    if (message.empty()) std::abort();
  }
}
