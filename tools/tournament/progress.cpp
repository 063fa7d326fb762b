#include "tools/tournament/progress.hpp"

#include <array>
#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>

#include "tools/tournament/standings_text.hpp"

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
  const std::string game = "game " + std::to_string(record.game.id) + ": ";
  if (!record.winner) {
    return game + engine_name(spec, record.game.black) + " drew with " +
           engine_name(spec, record.game.white);
  }
  const bool black_won = *record.winner == record.game.black;
  const int loser = black_won ? record.game.white : record.game.black;
  return game + engine_name(spec, *record.winner) + " beat " + engine_name(spec, loser) + " (" +
         std::string(name(record.reason)) + (record.detail.empty() ? "" : ": " + record.detail) +
         ")";
}

}  // namespace

std::string progress_text(const ProgressReport& report, const Spec& spec) {
  std::string text = std::to_string(report.done) + "/" + std::to_string(report.total) + " games, " +
                     spec.engines[report.engine].name + " " + outcomes_text(report.outcomes) +
                     (spec.engines.size() == 2 ? ", Elo " : ", rating ") + elo_text(report.elo);
  if (report.log_likelihood_ratio) {
    text += ", LLR " + ratio_text(*report.log_likelihood_ratio, *spec.sprt);
  }
  return text + ", " + duration_text(report.seconds_left) + " left";
}

std::string progress_json(const ProgressReport& report, const GameRecord& last, const Spec& spec) {
  using nlohmann::ordered_json;
  const auto& [lost, drawn, won] = report.outcomes.games;
  ordered_json line = {
      {"games", report.done},
      {"total", report.total},
      {"engine", spec.engines[report.engine].name},
      {"won", won},
      {"drawn", drawn},
      {"lost", lost},
      {"elo", report.elo.elo},
      {"eloError", report.elo.error},
  };
  if (report.log_likelihood_ratio) {
    line["llr"] = *report.log_likelihood_ratio;
    line["llrBounds"] = {spec.sprt->lower_bound(), spec.sprt->upper_bound()};
  }
  line["secondsLeft"] = report.seconds_left;
  line["last"] = {{"id", last.game.id},
                  {"black", engine_name(spec, last.game.black)},
                  {"white", engine_name(spec, last.game.white)},
                  {"winner", last.winner ? ordered_json(engine_name(spec, *last.winner)) : nullptr},
                  {"reason", name(last.reason)},
                  {"detail", last.detail},
                  {"plies", last.moves.size()},
                  {"seconds", last.seconds}};
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Progress::Progress(Writer write, bool is_terminal, const Spec& spec, std::size_t done,
                   std::size_t total, Form form)
    : write_(std::move(write)),
      spec_(spec),
      done_before_(done),
      total_(total),
      form_(form),
      is_terminal_(is_terminal),
      standings_(spec.engines.size()) {}

Progress::~Progress() {
  if (line_open_) write_("\n");
}

ProgressReport Progress::report(std::size_t done) const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  ProgressReport report{.done = done,
                        .total = total_,
                        .engine = 0,
                        .outcomes = {},
                        .elo = {},
                        .log_likelihood_ratio = {},
                        .seconds_left = elapsed.count() * static_cast<double>(total_ - done) /
                                        static_cast<double>(done - done_before_)};
  if (spec_.engines.size() == 2) {
    report.elo = estimate_elo(standings_.total(0).outcomes);
  } else {
    const Ratings ratings = fit_ratings(standings_.begun());
    report.engine = ranking(ratings).front();
    report.elo = ratings.of(report.engine);
  }
  report.outcomes = standings_.total(report.engine).outcomes;
  if (spec_.sprt) report.log_likelihood_ratio = log_likelihood_ratio(report.outcomes, *spec_.sprt);
  return report;
}

void Progress::show(std::span<const GameRecord> records, std::optional<std::size_t> remaining) {
  if (remaining) total_ = records.size() + *remaining;
  if (form_ == Form::quiet) return;
  for (; counted_ < records.size(); ++counted_) standings_.add(records[counted_]);
  if (form_ == Form::json) {
    write_(progress_json(report(records.size()), records.back(), spec_) + '\n');
  } else if (!is_terminal_) {
    write_(progress_text(report(records.size()), spec_) + "; " + game_text(records.back(), spec_) +
           '\n');
  } else {
    // More than eyes can follow would only keep the terminal busy.
    constexpr auto kAtMostEvery = std::chrono::milliseconds(100);
    const auto now = Clock::now();
    if (now - written_ < kAtMostEvery && records.size() != total_) return;
    written_ = now;
    write_('\r' + progress_text(report(records.size()), spec_) + "\x1b[K");
    line_open_ = true;
  }
}

}  // namespace isthmus::tournament
