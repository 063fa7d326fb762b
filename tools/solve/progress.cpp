#include "tools/solve/progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>

namespace isthmus::solve {

// Positions a second since the last call.
double Progress::rate(const SolverStatus& status) {
  const auto now = Clock::now();
  const std::chrono::duration<double> passed = now - std::exchange(last_, now);
  const std::int64_t nodes = status.nodes - std::exchange(nodes_, status.nodes);
  return static_cast<double>(nodes) / std::max(1e-6, passed.count());
}

// If all moves take as long as those that are done, and, where one position is solved, all of them
// lose: not known.
std::optional<double> Progress::seconds_left(const SolverStatus& status) {
  const std::chrono::duration<double> passed = Clock::now() - begin_;
  most_open_ = std::max(most_open_, status.open_moves);
  const bool is_of_moves = status.moves > 0;
  const int done = is_of_moves ? status.proven_moves : most_open_ - status.open_moves;
  const int left = is_of_moves ? status.moves - status.proven_moves : status.open_moves;
  if (done == 0) return std::nullopt;
  return passed.count() * left / done;
}

std::string Progress::text(const SolverStatus& status) {
  std::string text = std::to_string(status.nodes) + " positions, " +
                     std::to_string(std::llround(rate(status))) + "/s, to win " +
                     std::to_string(status.to_win) + ", to lose " + std::to_string(status.to_lose);
  text += status.moves > 0 ? ", " + std::to_string(status.proven_moves) + " of " +
                                 std::to_string(status.moves) + " moves proven"
                           : ", " + std::to_string(status.open_moves) + " moves may win";
  if (const auto left = seconds_left(status)) {
    const auto seconds = std::llround(*left);
    std::array<char, 48> duration;
    std::snprintf(duration.data(), duration.size(), ", about %lld:%02lld:%02lld left",
                  seconds / 3600, seconds / 60 % 60, seconds % 60);
    text += duration.data();
  }
  return text;
}

std::string Progress::json(const SolverStatus& status) {
  const std::chrono::duration<double> passed = Clock::now() - begin_;
  nlohmann::ordered_json line = {{"isDuringSearch", true},         {"nodes", status.nodes},
                                 {"nodesPerSecond", rate(status)}, {"seconds", passed.count()},
                                 {"toWin", status.to_win},         {"toLose", status.to_lose},
                                 {"openMoves", status.open_moves}};
  if (status.moves > 0) {
    line["provenMoves"] = status.proven_moves;
    line["moves"] = status.moves;
  }
  const auto left = seconds_left(status);
  line["secondsLeft"] = left ? nlohmann::ordered_json(*left) : nlohmann::ordered_json(nullptr);
  return line.dump();
}

// Facts a second since the last call.
double FactProgress::rate(std::size_t facts) {
  const auto now = Clock::now();
  const std::chrono::duration<double> passed = now - std::exchange(last_, now);
  const auto fresh = static_cast<double>(facts - std::exchange(facts_, facts));
  return fresh / std::max(1e-6, passed.count());
}

std::string FactProgress::text(std::size_t facts) {
  return std::to_string(facts) + " facts of the certificate, " +
         std::to_string(std::llround(rate(facts))) + "/s";
}

std::string FactProgress::json(std::size_t facts) {
  const std::chrono::duration<double> passed = Clock::now() - begin_;
  return nlohmann::ordered_json{{"isDuringSearch", true},
                                {"facts", facts},
                                {"factsPerSecond", rate(facts)},
                                {"seconds", passed.count()}}
      .dump();
}

}  // namespace isthmus::solve
