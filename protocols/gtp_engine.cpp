#include "protocols/gtp_engine.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "games/list.hpp"
#include "protocols/move_text.hpp"

namespace isthmus {

std::string GtpOptions::read_regular_file(const std::string& path) {
  constexpr std::uintmax_t kMostBytes = 16 << 20;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw std::runtime_error("there is no file " + in_quotes(path));
  }
  if (std::filesystem::file_size(path, error) > kMostBytes) {
    throw std::runtime_error(in_quotes(path) + " is larger than 16 MB");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + in_quotes(path));
  return {std::istreambuf_iterator<char>(file), {}};
}

GtpEngine::GtpEngine(GtpOptions options)
    : options_(std::move(options)), settings_(options_.settings), record_(options_.game) {}

void GtpEngine::new_game(std::string_view name, int rows, int columns, SwapRule swap_rule) {
  set_record(Record(make_game(name, rows, columns, swap_rule)));
}

void GtpEngine::set_record(Record record) {
  if (record.shared_game() != record_.shared_game()) {
    search_.reset();
    evaluator_.reset();
  }
  record_ = std::move(record);
  resigned_.reset();
}

void GtpEngine::play(Colour colour, Move move) {
  play_or_explain(record_, colour, move);
  resigned_.reset();
}

void GtpEngine::undo() {
  if (resigned_) {
    resigned_.reset();
  } else if (!record_.undo()) {
    throw GtpError("cannot undo: no move has been played");
  }
}

void GtpEngine::set(std::string_view name, std::string_view value) {
  isthmus::set(settings_, find_setting(name), value);
}

void GtpEngine::set_time(const TimeControl& control) { clocks_.fill(Clock(control)); }

void GtpEngine::set_time_left(Colour colour, double seconds, int stones) {
  clocks_[static_cast<std::size_t>(colour)].set_left(seconds, stones);
}

// Makes the search ready for the position and returns its limits.
SearchLimits GtpEngine::prepare(Colour colour, bool heed_clock) {
  search_settings_ = settings_;
  const Clock& clock = clocks_[static_cast<std::size_t>(colour)];
  double& seconds = search_settings_.time;
  if (heed_clock && clock.is_limited()) {
    const Board& board = record_.game().board();
    const double most = clock.seconds_for_move(
        {record_.position().occupied().size(), board.cell_count()}, kOverhead);
    seconds = seconds > 0 ? std::min(seconds, most) : most;
  } else if (seconds == 0 && search_settings_.visits == 0) {
    seconds = kDefaultSeconds;
  }
  if (options_.restrict) options_.restrict(search_settings_);

  const Game& game = record_.game();
  if (!evaluator_) evaluator_ = options_.make_evaluator(game, search_settings_);
  if (!search_) search_ = std::make_unique<Search>(game, *evaluator_, search_settings_);
  Position position = record_.position();
  if (position.to_move == colour) {
    search_->set_root(record_);
  } else {
    position.to_move = colour;
    search_->set_root(position, {});
  }
  return {search_settings_.visits, search_settings_.time};
}

SearchReport GtpEngine::search(Colour colour, bool heed_clock) {
  const Result result = record_.position().result;
  if (result != Result::ongoing) {
    const char* how = result == Result::black   ? "Black has won"
                      : result == Result::white ? "White has won"
                                                : "it is drawn";
    throw GtpError(std::string("the game is over: ") + how);
  }
  const SearchLimits limits = prepare(colour, heed_clock);
  return search_->run(limits);
}

std::optional<Move> GtpEngine::generate(Colour colour) {
  const auto begin = std::chrono::steady_clock::now();
  const SearchReport report = search(colour, true);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  clocks_[static_cast<std::size_t>(colour)].spend(taken.count());
  if (report.proof != Proof::win && report.win_rate < settings_.resign) {
    resign(colour);
    return std::nullopt;
  }
  const Move move = report.moves.front().move;
  play(colour, move);
  return move;
}

}  // namespace isthmus
