#include "tools/tournament/player_clock.hpp"

#include <algorithm>

namespace isthmus::tournament {

double PlayerClock::limit() const {
  switch (time_.kind) {
    case EngineTime::Kind::none:
    case EngineTime::Kind::visits:
      return time_.untimed;
    case EngineTime::Kind::per_move:
      return time_.per_move + time_.margin;
    case EngineTime::Kind::main:
      break;
  }
  return main_.longest_move() + time_.margin;
}

void PlayerClock::spend(double seconds) {
  if (has_main()) main_.spend(std::min(seconds, main_.longest_move()));
}

}  // namespace isthmus::tournament
