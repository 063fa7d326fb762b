#include "tools/cli/program.hpp"

#include <array>
#include <span>

#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"

namespace {

constexpr std::array kCommands{
    isthmus::Command{"analyze", "positions judged or drawn, games reviewed", isthmus::run_analyze},
    isthmus::Command{"bench", "throughputs beside baselines, and the signature",
                     isthmus::run_bench},
    isthmus::Command{"book", "an opening book made of games", isthmus::run_book},
    isthmus::Command{"convert", "games from one format into another", isthmus::run_convert},
    isthmus::Command{"gtp", "plays through GTP on standard input and output", isthmus::run_gtp},
    isthmus::Command{"match", "two nets against each other, many games at once",
                     isthmus::run_match},
    isthmus::Command{"openings", "first stones judged, and which are fair", isthmus::run_openings},
    isthmus::Command{"puzzles", "problems made from games, proven and graded",
                     isthmus::run_puzzles},
    isthmus::Command{"results", "tables, reports and games of tournaments", isthmus::run_results},
    isthmus::Command{"selfplay", "games of the engine with itself, written as records",
                     isthmus::run_selfplay},
    isthmus::Command{"serve", "analysis over HTTP and WebSocket, also for PlayHex",
                     isthmus::run_serve},
    isthmus::Command{"solve", "who wins positions, for certain", isthmus::run_solve},
    isthmus::Command{"tournament", "engine-against-engine matches", isthmus::run_tournament},
};

}  // namespace

namespace isthmus {

int run_program(int count, char** arguments) {
  const std::span<const char* const> all(arguments, static_cast<std::size_t>(count));
  return run_command(kCommands, all.subspan(all.empty() ? 0 : 1));
}

}  // namespace isthmus
