#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game/game.hpp"
#include "tools/tournament/gtp_client.hpp"
#include "tools/tournament/player_clock.hpp"
#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// What an engine is sent of a tournament.
struct PlayConditions {
  EngineTime time;
  bool ponder = false;    // whether it may think while its opponent does
  bool evaluate = false;  // whether it is to report its win rates
};

// An engine of the tournament as a player: one child process that serves game after game, and is
// started anew after a fault, or for each game where the spec says so.
class Engine {
 public:
  // Does not start it yet. The spec must outlive the engine. It runs on these cores, on all where
  // none are named.
  Engine(const EngineSpec& spec, std::filesystem::path log, std::stop_token stop,
         std::vector<int> cores = {});

  // Makes the engine ready for a game on the empty board; starts it where it does not run. Like
  // all that follows, throws EngineFault, or Stopped.
  void begin(const Game& game, const PlayConditions& conditions);
  void play(Colour colour, const std::string& move);

  struct Reply {
    std::string move;
    std::optional<double> win_rate;  // its own, where it was asked and reports one
  };
  // Asks for a move, and waits `seconds` at most. `clock` is sent to the engine if given.
  Reply genmove(Colour colour, double seconds, const Clock* clock);
  // Ends the process at once, as after a fault; begin() will start another.
  void kill();
  // Lets the process end by itself, if it does so soon.
  void quit();

 private:
  void send_game(const Game& game);
  void set_up(const Game& game);
  void send_conditions();
  void send_visits();
  void send_pondering();
  bool knows(const std::string& command);

  const EngineSpec& spec_;
  std::filesystem::path log_;
  std::stop_token stop_;
  std::vector<int> cores_;
  PlayConditions conditions_;
  double timeout_ = 0;  // seconds for a command
  std::optional<GtpClient> client_;
};

}  // namespace isthmus::tournament
