#include "tools/tournament/engine.hpp"

#include <cmath>
#include <initializer_list>
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

}  // namespace

Engine::Engine(const EngineSpec& spec, std::filesystem::path log, std::stop_token stop)
    : spec_(spec), log_(std::move(log)), stop_(std::move(stop)) {}

void Engine::begin(const Game& game, const TimeControl& time) {
  if (spec_.restart) quit();
  if (!client_) start(time);
  const std::string columns = std::to_string(game.board().columns());
  const std::string rows = std::to_string(game.board().rows());
  client_->expect(
      columns == rows ? words({"boardsize", columns}) : words({"boardsize", columns, rows}),
      command_seconds_);
  client_->expect("clear_board", command_seconds_);
  if (time.kind == TimeControl::Kind::none) return;
  if (!client_->knows("time_settings", command_seconds_)) return;
  // Engines may refuse times that are not whole; the referee's clock runs all the same.
  if (time.kind == TimeControl::Kind::per_move) {
    client_->ask(words({"time_settings", "0", gtp_seconds(time.per_move), "1"}), command_seconds_);
  } else {
    client_->ask(words({"time_settings", gtp_seconds(time.main), "0", "0"}), command_seconds_);
  }
}

void Engine::play(Colour colour, const std::string& move) {
  client_->expect(words({"play", colour_name(colour), move}), command_seconds_);
}

std::string Engine::genmove(Colour colour, double seconds, std::optional<double> time_left) {
  if (time_left && client_->knows("time_left", command_seconds_)) {
    client_->ask(words({"time_left", colour_name(colour), gtp_seconds(*time_left), "0"}),
                 command_seconds_);
  }
  return client_->expect(words({"genmove", colour_name(colour)}), seconds);
}

void Engine::kill() { client_.reset(); }

void Engine::quit() {
  if (client_) client_->quit();
  client_.reset();
}

void Engine::start(const TimeControl& time) {
  command_seconds_ = time.command;
  client_.emplace(spec_.command, log_, stop_);
  for (const std::string& command : spec_.initial) client_->expect(command, command_seconds_);
}

}  // namespace isthmus::tournament
