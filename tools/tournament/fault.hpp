#pragma once

#include <stdexcept>
#include <string>

#include "tools/tournament/game_record.hpp"

namespace isthmus::tournament {

// An engine did what loses it the game. The message says what it did.
class EngineFault : public std::runtime_error {
 public:
  EngineFault(Reason reason, const std::string& detail)
      : std::runtime_error(detail), reason_(reason) {}
  Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

// The tournament is to stop: no engine's fault.
class Stopped : public std::runtime_error {
 public:
  Stopped() : std::runtime_error("stopped") {}
};

}  // namespace isthmus::tournament
