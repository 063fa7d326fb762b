#include "tools/tournament/engine.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace isthmus::tournament {

namespace {

std::string colour_name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

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
  if (!client_) start(time);
  const Board& board = game.board();
  std::string size = std::to_string(board.columns());
  if (board.rows() != board.columns()) size += " " + std::to_string(board.rows());
  client_->expect("boardsize " + size, command_seconds_);
  client_->expect("clear_board", command_seconds_);
  if (time.kind == TimeControl::Kind::none) return;
  if (!client_->knows("time_settings", command_seconds_)) return;
  // Engines may refuse times that are not whole; the referee's clock runs all the same.
  const bool per_move = time.kind == TimeControl::Kind::per_move;
  client_->ask("time_settings " + (per_move ? "0 " + gtp_seconds(time.per_move) + " 1"
                                            : gtp_seconds(time.main) + " 0 0"),
               command_seconds_);
}

void Engine::play(Colour colour, const std::string& move) {
  client_->expect("play " + colour_name(colour) + " " + move, command_seconds_);
}

std::string Engine::genmove(Colour colour, double seconds, std::optional<double> time_left) {
  if (time_left && client_->knows("time_left", command_seconds_)) {
    client_->ask("time_left " + colour_name(colour) + " " + gtp_seconds(*time_left) + " 0",
                 command_seconds_);
  }
  return client_->expect("genmove " + colour_name(colour), seconds);
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
