#pragma once

#include <optional>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// What a player still has on the referee's clock.
class PlayerClock {
 public:
  explicit PlayerClock(const TimeControl& time);

  // How long the next move may take until it is too late.
  double limit() const;

  // time_left of GTP: seconds, and for how many moves these are, 0 in main time.
  struct Left {
    double seconds;
    int stones;
  };
  // What the player is to be told; nothing where each move has the same time.
  std::optional<Left> left() const;

  // A move took so long.
  void spend(double seconds);

 private:
  bool in_byo_yomi() const { return time_.byo_yomi > 0 && main_ <= 0; }

  TimeControl time_;
  double main_;
  double period_;  // what is left of it
  int stones_;     // that are still to be played in it
};

}  // namespace isthmus::tournament
