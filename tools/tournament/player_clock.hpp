#pragma once

#include "engine/search/time_control.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// The referee's clock of a player, who may be late by a margin that is not taken off.
class PlayerClock {
 public:
  explicit PlayerClock(const EngineTime& time) : time_(time), main_(time.main) {}

  // Seconds that the next move may take until it is too late.
  double limit() const;
  // What time_left is to report to the player; null where each move has the same time.
  const Clock* main() const { return has_main() ? &main_ : nullptr; }
  // A move took this many seconds.
  void spend(double seconds);

 private:
  bool has_main() const { return time_.kind == EngineTime::Kind::main; }

  EngineTime time_;
  Clock main_;
};

}  // namespace isthmus::tournament
