#include "tools/selfplay/totals.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace isthmus::selfplay {

namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double ratio(std::int64_t part, std::int64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace

void Totals::add(const PlayedGame& game) {
  const GameRecord& record = game.record;
  if (record.ending == Ending::stopped) {
    ++stopped_;
    return;
  }
  ++games_;
  moves_ += static_cast<std::int64_t>(record.moves.size());
  targets_ += std::count_if(record.moves.begin(), record.moves.end(),
                            [](const MoveRecord& move) { return move.choice == Choice::full; });
  if (record.result == Result::black) ++black_wins_;
  if (record.ending == Ending::resignation) ++resigned_;
  if (game.would_have_won != Result::ongoing) {
    ++played_on_;
    if (game.would_have_won != record.result) ++wrong_;
  }
}

std::string Totals::line(double seconds, const Traffic& traffic) const {
  const auto evaluations = static_cast<double>(traffic.evaluations.load());
  const auto evaluating = static_cast<double>(traffic.evaluating_ns.load());
  std::array<char, 320> text;
  std::snprintf(
      text.data(), text.size(),
      "%lld games, %.1f/s, %.1f moves each; %.0f evaluations/s in batches of %.0f, %.0f%% "
      "of the threads' time; Black won %.1f%%, %.1f%% resigned, %lld of %lld wrongly",
      static_cast<long long>(games_), ratio(static_cast<double>(games_), seconds),
      ratio(moves_, games_), ratio(evaluations, seconds),
      ratio(evaluations, static_cast<double>(traffic.batches.load())),
      100 * ratio(evaluating, evaluating + static_cast<double>(traffic.playing_ns.load())),
      100 * ratio(black_wins_, games_), 100 * ratio(resigned_, games_),
      static_cast<long long>(wrong_), static_cast<long long>(played_on_));
  return text.data();
}

nlohmann::ordered_json Totals::json(double seconds, const Traffic& traffic) const {
  return {{"seconds", seconds},
          {"games", games_},
          {"stoppedGames", stopped_},
          {"moves", moves_},
          {"policyTargets", targets_},
          {"blackWins", black_wins_},
          {"resignations", resigned_},
          {"playedOn", played_on_},
          {"wrongResignations", wrong_},
          {"evaluations", traffic.evaluations.load()},
          {"batches", traffic.batches.load()},
          {"evaluatingSeconds", static_cast<double>(traffic.evaluating_ns.load()) / 1e9},
          {"playingSeconds", static_cast<double>(traffic.playing_ns.load()) / 1e9}};
}

}  // namespace isthmus::selfplay
