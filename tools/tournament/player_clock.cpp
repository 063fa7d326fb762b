#include "tools/tournament/player_clock.hpp"

#include <algorithm>

namespace isthmus::tournament {

PlayerClock::PlayerClock(const TimeControl& time)
    : time_(time), main_(time.main), period_(time.byo_yomi), stones_(time.stones) {}

double PlayerClock::limit() const {
  switch (time_.kind) {
    case TimeControl::Kind::none:
    case TimeControl::Kind::visits:
      return time_.untimed;
    case TimeControl::Kind::per_move:
      return time_.per_move + time_.margin;
    case TimeControl::Kind::main:
      break;
  }
  return main_ + (time_.byo_yomi > 0 ? period_ : 0) + time_.margin;
}

std::optional<PlayerClock::Left> PlayerClock::left() const {
  if (time_.kind != TimeControl::Kind::main) return std::nullopt;
  return in_byo_yomi() ? Left{period_, stones_} : Left{main_, 0};
}

void PlayerClock::spend(double seconds) {
  if (!in_byo_yomi()) {
    const double beyond = std::max(seconds - main_, 0.0);
    main_ = std::max(main_ - seconds, 0.0) + time_.increment;
    if (beyond == 0) return;
    seconds = beyond;
  }
  period_ = std::max(period_ - seconds, 0.0);
  if (--stones_ > 0) return;
  period_ = time_.byo_yomi;
  stones_ = time_.stones;
}

}  // namespace isthmus::tournament
