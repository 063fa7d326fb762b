#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/game/game.hpp"
#include "engine/search/time_control.hpp"
#include "tools/openings/openings.hpp"
#include "tools/ratings/sprt.hpp"

namespace isthmus::tournament {

// How long an engine may think, in seconds. Engines that list time_settings and time_left are sent
// it; GTP has no increments, so those of main time show in time_left alone. The referee's own clock
// decides, whatever the engines know.
struct EngineTime {
  enum class Kind : std::uint8_t { none, per_move, main, visits } kind = Kind::none;
  double per_move = 0;
  TimeControl main = {};    // of all moves together
  std::int64_t visits = 0;  // that a search may have; such moves are not timed
  double margin = 0.5;      // by which a move may be late, for the way to the engine and back
  double grace = 10;        // how much longer an answer is waited for, which is late then
  double untimed = 600;     // for a move where kind is none or visits
  double command = 60;      // for all commands but genmove
  double start = 60;        // for the first answers of an engine that was started

  friend bool operator==(const EngineTime&, const EngineTime&) = default;
};

// An engine that plays: a program that speaks GTP, or a net behind our own search.
struct EngineSpec {
  std::string name;
  std::string command;                 // for /bin/sh; empty where there is a net
  std::vector<std::string> initial{};  // GTP commands to send once after each start
  bool restart = false;                // whether each game gets a process of its own
  std::optional<EngineTime> time{};    // in place of the tournament's
  int threads = 1;                     // as many cores as it needs
  std::string net{};                   // its file, in place of a command; see command_of()
};

// What the shell is to run for an engine. A net is searched by this program, one position at a
// time, by a tree of its own for each move and with no solver beside it, as a player of
// `isthmus match` is.
std::string command_of(const EngineSpec& engine);

// Who meets whom.
//   round_robin  every two
//   gauntlet     the first `challengers` play all others
//   swiss        rounds in which engines of about equal points meet; see formats.hpp
//   knockout     rounds whose losers are out; see formats.hpp
enum class Format : std::uint8_t { round_robin, gauntlet, swiss, knockout };

// "round-robin", "gauntlet", "swiss", "knockout".
std::string_view name(Format format);

// Where openings come from, if they are not written out in the spec.
struct OpeningSource {
  enum class Kind : std::uint8_t { listed, one_ply, random, file } kind = Kind::listed;
  int stones = 0;              // random: of each opening, colours in turn
  int count = 0;               // random: how many, all of them different
  std::string file{};          // games or openings, in a format that isthmus convert reads
  std::optional<int> moves{};  // file: at most this many of each
  bool shuffle = true;         // in an order that the seed decides
  // Only those after which the probability to win is 0.5, give or take this.
  std::optional<double> balanced{};
};

// When a game ends before its end on the board. All are off by default.
struct Adjudication {
  // A side is taken to have lost when both engines have given it less than `resign_below` for their
  // last `resign_moves` moves each. 0: never. Engines must know kata-genmove_analyze.
  double resign_below = 0;
  int resign_moves = 3;
  bool proven = false;  // also ends when bridges join a side's edges, either side to move
  int max_moves = 0;    // a draw after this many, those of the opening included; 0: no limit
};

// What a tournament is to be.
struct Spec {
  std::shared_ptr<const Game> game;
  Format format = Format::round_robin;
  int challengers = 1;
  int rounds = 0;              // of swiss
  int games = 0;               // of each two engines that meet; even
  std::optional<Sprt> sprt{};  // ends a match of two
  int jobs = 1;                // games at a time
  std::uint64_t seed = 1;
  OpeningSource source{};
  std::vector<Opening> openings;  // in the order in which they are played; see make_openings()
  int start = 0;                  // the number of the first opening that is played
  EngineTime time{};
  Adjudication adjudication{};
  bool pin = false;                 // each game keeps its engines on cores of its own
  bool ponder = false;              // engines may think in their opponent's time
  std::vector<EngineSpec> engines;  // at least two; their names differ

  const EngineTime& time_of(std::size_t engine) const {
    return engines[engine].time ? *engines[engine].time : time;
  }
};

inline const std::string& engine_name(const Spec& spec, int engine) {
  return spec.engines[static_cast<std::size_t>(engine)].name;
}

inline constexpr int kMaxJobs = 256;
inline constexpr int kMaxGames = 1'000'000;  // of the whole tournament

// Reads a spec, whose fields `isthmus tournament --help` lists; engines and games must be there.
// Openings that come from a file, are random or must be balanced are not made yet: `openings` is
// empty then. all-1ply is each legal first stone once; openings that a symmetry of the board turns
// into each other count as different. Throws BadInput, its message naming the field by its JSON
// pointer, the value, and what would do.
Spec parse_spec(std::string_view text);

// The spec as a document that parse_spec() makes the same spec of, its openings written out.
nlohmann::ordered_json to_json(const Spec& spec);

}  // namespace isthmus::tournament
