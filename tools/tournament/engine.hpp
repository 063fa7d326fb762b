#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/game.hpp"
#include "tools/tournament/gtp_client.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// An engine of the tournament as a player: one child process that serves game after game, and is
// started anew after a fault, or for each game where the spec says so.
class Engine {
 public:
  // Does not start it yet. The spec must outlive the engine.
  Engine(const EngineSpec& spec, std::filesystem::path log, std::stop_token stop);

  // Makes the engine ready for a game on the empty board; starts it where it does not run. Like
  // all that follows, throws EngineFault, or Stopped.
  void begin(const Game& game, const TimeControl& time);
  void play(Colour colour, const std::string& move);
  // Asks for a move within so many seconds. `time_left` is told to the engine if given.
  std::string genmove(Colour colour, double seconds, std::optional<double> time_left);
  // Ends the process at once, as after a fault; begin() will start another.
  void kill();
  // Lets the process end by itself, if it does so soon.
  void quit();

 private:
  void start(const TimeControl& time);

  const EngineSpec& spec_;
  std::filesystem::path log_;
  std::stop_token stop_;
  double command_seconds_ = 0;
  std::optional<GtpClient> client_;
};

}  // namespace isthmus::tournament
