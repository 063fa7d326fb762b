#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/game.hpp"
#include "tools/tournament/sprt.hpp"

namespace isthmus::tournament {

// An engine that plays: a program that speaks GTP.
struct EngineSpec {
  std::string name;
  std::string command;               // for /bin/sh
  std::vector<std::string> initial;  // GTP commands to send once after each start
  bool restart = false;              // whether each game gets a process of its own
};

// How long the engines may think, in seconds. Engines that list time_settings and time_left are
// told; GTP has no increments, so those of main time show in time_left alone. The referee's own
// clock decides, whatever the engines know.
struct TimeControl {
  enum class Kind : std::uint8_t { none, per_move, main } kind = Kind::none;
  double per_move = 0;
  double main = 0;       // for all moves together ...
  double increment = 0;  // ... and what each move adds to it
  double margin = 0.5;   // by which a move may be late, for the way to the engine and back
  double untimed = 600;  // for a move where kind is none
  double command = 60;   // for all commands but genmove
};

using Opening = std::vector<Move>;

// What a tournament is to be.
struct Spec {
  std::shared_ptr<const Game> game;
  int games = 0;  // of each two engines; even
  int jobs = 1;   // games at a time
  std::uint64_t seed = 1;
  std::vector<Opening> openings;  // at least one, in the order in which they are played
  TimeControl time;
  std::vector<EngineSpec> engines;  // at least two; their names differ
  std::optional<Sprt> sprt;         // of a match of two: ends it as soon as it is decided
};

inline constexpr int kMostJobs = 256;

// Reads a spec:
//
//   {"game": "hex", "size": 11 or "13x9", "swap": "none", "games": 200, "jobs": 2, "seed": 1,
//    "openings": "none" or "all-1ply" or [["a1", "b2"], ...],
//    "time": {"perMove": 1.0} or {"main": 60, "increment": 1}, either with "margin": 0.5,
//    "engines": [{"name": "new", "command": "isthmus gtp", "initial": ["..."], "restart": false},
//                ...]}
//
// games and engines must be there. all-1ply is each legal first stone once, in an order that the
// seed decides; openings that a symmetry of the board turns into each other count as different.
// Throws BadInput, its message naming the field by its JSON pointer, the value, and what would do.
Spec parse_spec(std::string_view text);

// The spec as a document that parse_spec() makes the same spec of, its openings written out.
nlohmann::ordered_json to_json(const Spec& spec);

}  // namespace isthmus::tournament
