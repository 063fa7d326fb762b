#include "tools/tournament/engine.hpp"

#include <cmath>
#include <initializer_list>
#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>

namespace isthmus::tournament {

namespace {

std::string_view colour_name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

// A GTP command: its words, with spaces between them.
std::string words(std::initializer_list<std::string_view> parts) {
  std::string line;
  for (std::string_view part : parts) line.append(line.empty() ? "" : " ").append(part);
  return line;
}

// Seconds as GTP has them: whole where they are, for engines that read whole numbers only, and
// else rounded down to hundredths.
std::string gtp_seconds(double seconds) {
  const double hundredths = std::floor(seconds * 100 + 1e-6);
  if (std::fmod(hundredths, 100) == 0) {
    return std::to_string(static_cast<std::int64_t>(hundredths / 100));
  }
  return nlohmann::json(hundredths / 100).dump();
}

// The win rate of the best move in a line of analysis: "info move a1 visits 5 winrate 0.61 ...".
std::optional<double> win_rate_in(const std::string& report) {
  std::istringstream words(report);
  for (std::string word; words >> word;) {
    if (word != "winrate") continue;
    double value = 0;
    if (words >> value && value >= 0 && value <= 1) return value;
    break;
  }
  return std::nullopt;
}

// The move in the answer to a genmove with analysis: "play a1".
std::string move_of(std::string answer) {
  constexpr std::string_view kPlay = "play ";
  const std::size_t last = answer.rfind('\n');
  if (last != answer.npos) answer.erase(0, last + 1);
  if (answer.starts_with(kPlay)) answer.erase(0, kPlay.size());
  return answer;
}

}  // namespace

Engine::Engine(const EngineSpec& spec, std::filesystem::path log, std::stop_token stop,
               std::vector<int> cores)
    : spec_(spec), log_(std::move(log)), stop_(std::move(stop)), cores_(std::move(cores)) {}

void Engine::begin(const Game& game, const PlayConditions& conditions) {
  conditions_ = conditions;
  if (spec_.restart) quit();
  const bool fresh = !client_;
  timeout_ = fresh ? conditions.time.start : conditions.time.command;
  if (fresh) client_.emplace(command_of(spec_), log_, stop_, cores_);
  try {
    if (fresh) {
      for (const std::string& command : spec_.initial) client_->expect(command, timeout_);
      send_game(game);
    }
    set_up(game);
  } catch (const EngineFault& fault) {
    if (!fresh || fault.reason() != Reason::hang) throw;
    throw EngineFault(Reason::slow_start, fault.what());
  }
  timeout_ = conditions.time.command;
  if (fresh) send_conditions();
  // Engines may refuse times that are not whole; the referee's clock runs all the same.
  const EngineTime& time = conditions.time;
  if (time.kind == EngineTime::Kind::per_move && knows("time_settings")) {
    client_->ask(words({"time_settings", "0", gtp_seconds(time.per_move), "1"}), timeout_);
  } else if (time.kind == EngineTime::Kind::main && knows("time_settings")) {
    const TimeControl& main = time.main;
    client_->ask(words({"time_settings", gtp_seconds(main.main_seconds),
                        gtp_seconds(main.byo_yomi_seconds), std::to_string(main.byo_yomi_stones)}),
                 timeout_);
  }
}

// GTP has no command for it; an engine that plays several games lists the one that it takes.
void Engine::send_game(const Game& game) {
  if (!knows("isthmus-game")) return;
  client_->expect(words({"isthmus-game", game.name(), name(game.swap_rule())}), timeout_);
}

void Engine::set_up(const Game& game) {
  const std::string columns = std::to_string(game.size().columns);
  const std::string rows = std::to_string(game.size().rows);
  client_->expect(
      columns == rows ? words({"boardsize", columns}) : words({"boardsize", columns, rows}),
      timeout_);
  client_->expect("clear_board", timeout_);
}

// What an engine is sent once.
void Engine::send_conditions() {
  if (conditions_.time.kind == EngineTime::Kind::visits) send_visits();
  send_pondering();
  if (conditions_.evaluate && !knows("kata-genmove_analyze")) {
    throw EngineFault(Reason::refusal,
                      "it does not know kata-genmove_analyze, so that its view of the game, which "
                      "resignBelow needs, is not known");
  }
}

void Engine::send_visits() {
  const std::string visits = std::to_string(conditions_.time.visits);
  if (!knows("kata-set-param")) {
    throw EngineFault(Reason::refusal,
                      "it does not know kata-set-param, by which it could be set how many visits "
                      "a search may have");
  }
  client_->expect(words({"kata-set-param", "maxVisits", visits}), timeout_);
}

// Engines should not ponder unless they are set to; those that can be set are.
void Engine::send_pondering() {
  const std::string_view value = conditions_.ponder ? "true" : "false";
  bool accepted = false;
  if (knows("kata-set-param")) {
    accepted = client_->ask(words({"kata-set-param", "ponderingEnabled", value}), timeout_).success;
  } else if (knows("param_mohex")) {
    const std::string_view number = conditions_.ponder ? "1" : "0";
    accepted = client_->ask(words({"param_mohex", "ponder", number}), timeout_).success;
  }
  if (conditions_.ponder && !accepted) {
    throw EngineFault(Reason::refusal,
                      "it cannot be set to ponder: it takes neither kata-set-param "
                      "ponderingEnabled nor param_mohex ponder");
  }
}

bool Engine::knows(const std::string& command) { return client_->knows(command, timeout_); }

void Engine::play(Colour colour, const std::string& move) {
  client_->expect(words({"play", colour_name(colour), move}), timeout_);
}

Engine::Reply Engine::genmove(Colour colour, double seconds, const Clock* clock) {
  if (clock && knows("time_left")) {
    client_->ask(words({"time_left", colour_name(colour), gtp_seconds(clock->left()),
                        std::to_string(clock->stones_left())}),
                 timeout_);
  }
  if (!conditions_.evaluate)
    return {client_->expect(words({"genmove", colour_name(colour)}), seconds), {}};
  constexpr std::string_view kInterval = "10";  // hundredths of a second between reports
  std::string report;
  const std::string answer = client_->expect(
      words({"kata-genmove_analyze", colour_name(colour), kInterval}), seconds, &report);
  return {move_of(answer), win_rate_in(report)};
}

void Engine::kill() { client_.reset(); }

void Engine::quit() {
  if (client_) client_->quit();
  client_.reset();
}

}  // namespace isthmus::tournament
