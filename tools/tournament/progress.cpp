#include "tools/tournament/progress.hpp"

#include <array>
#include <string>

#include <unistd.h>

#include "tools/tournament/elo.hpp"
#include "tools/tournament/standings.hpp"

namespace isthmus::tournament {

namespace {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  std::array<char, 48> text;
  if (whole < 3600) {
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  }
  return text.data();
}

// How the last game went: "game 7: new beat old (crash: it ended at ...)".
std::string game_text(const GameRecord& record, const Spec& spec) {
  const auto name_of = [&](int engine) {
    return spec.engines[static_cast<std::size_t>(engine)].name;
  };
  const std::string game = "game " + std::to_string(record.game.id) + ": ";
  if (!record.winner) {
    return game + name_of(record.game.black) + " drew with " + name_of(record.game.white);
  }
  const bool black_won = *record.winner == record.game.black;
  const int loser = black_won ? record.game.white : record.game.black;
  return game + name_of(*record.winner) + " beat " + name_of(loser) + " (" +
         std::string(name(record.reason)) + (record.detail.empty() ? "" : ": " + record.detail) +
         ")";
}

}  // namespace

Progress::Progress(std::FILE* stream, const Spec& spec, std::size_t done, std::size_t total)
    : stream_(stream),
      is_terminal_(::isatty(::fileno(stream)) == 1),
      spec_(spec),
      done_before_(done),
      total_(total) {}

Progress::~Progress() {
  if (line_open_) std::fputc('\n', stream_);
}

void Progress::show(std::span<const GameRecord> records) {
  const Standings standings = make_standings(records, static_cast<int>(spec_.engines.size()));
  const Score& first = standings.total.front();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  const double seconds_left = elapsed.count() * static_cast<double>(total_ - records.size()) /
                              static_cast<double>(records.size() - done_before_);
  std::array<char, 64> score;
  std::snprintf(score.data(), score.size(), " %g/%d, Elo ", first.points, first.games);
  const std::string summary = std::to_string(records.size()) + "/" + std::to_string(total_) +
                              " games, " + spec_.engines.front().name + score.data() +
                              elo_text(estimate_elo(first.pairs)) + ", " +
                              duration_text(seconds_left) + " left";
  if (is_terminal_) {
    std::fprintf(stream_, "\r%s\x1b[K", summary.c_str());
    line_open_ = true;
  } else {
    std::fprintf(stream_, "%s; %s\n", summary.c_str(), game_text(records.back(), spec_).c_str());
  }
  std::fflush(stream_);
}

}  // namespace isthmus::tournament
