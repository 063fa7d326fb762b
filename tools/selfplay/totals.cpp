#include "tools/selfplay/totals.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace isthmus::selfplay {

namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

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
  if (record.result == Result::draw) ++draws_;
  if (record.ending == Ending::resignation) ++resigned_;
  if (game.would_have_won != Result::ongoing) {
    ++played_on_;
    if (game.would_have_won != record.result) ++wrong_;
  }
}

nlohmann::ordered_json Totals::json(double seconds, const EvaluationStats& stats) const {
  return {{"seconds", seconds},
          {"games", games_},
          {"stoppedGames", stopped_},
          {"moves", moves_},
          {"policyTargets", targets_},
          {"blackWins", black_wins_},
          {"draws", draws_},
          {"resignations", resigned_},
          {"playedOn", played_on_},
          {"wrongResignations", wrong_},
          {"evaluations", stats.evaluations.load()},
          {"batches", stats.batches.load()},
          {"evaluatingSeconds", static_cast<double>(stats.evaluating_ns.load()) / 1e9},
          {"playingSeconds", static_cast<double>(stats.playing_ns.load()) / 1e9}};
}

std::string totals_line(const nlohmann::ordered_json& totals) {
  const auto number = [&](const char* name) { return totals.at(name).get<double>(); };
  const auto count = [&](const char* name) { return totals.at(name).get<long long>(); };
  const double games = number("games"), seconds = number("seconds");
  const double evaluating = number("evaluatingSeconds");
  std::array<char, 320> text;
  std::snprintf(
      text.data(), text.size(),
      "%lld games, %.1f/s, %.1f moves each; %.0f evaluations/s in batches of %.0f, %.0f%% "
      "of the threads' time; Black won %.1f%%, %.1f%% resigned, %lld of %lld wrongly",
      count("games"), ratio(games, seconds), ratio(number("moves"), games),
      ratio(number("evaluations"), seconds), ratio(number("evaluations"), number("batches")),
      100 * ratio(evaluating, evaluating + number("playingSeconds")),
      100 * ratio(number("blackWins"), games), 100 * ratio(number("resignations"), games),
      count("wrongResignations"), count("playedOn"));
  return text.data();
}

nlohmann::ordered_json add_totals(const nlohmann::ordered_json& a,
                                  const nlohmann::ordered_json& b) {
  if (a.is_null()) return b;
  nlohmann::ordered_json sum = a;
  for (const auto& [name, value] : b.items()) {
    if (name == "seconds") {
      sum[name] = std::max(sum[name].get<double>(), value.get<double>());
    } else if (value.is_number_integer()) {
      sum[name] = sum[name].get<std::int64_t>() + value.get<std::int64_t>();
    } else {
      sum[name] = sum[name].get<double>() + value.get<double>();
    }
  }
  return sum;
}

}  // namespace isthmus::selfplay
