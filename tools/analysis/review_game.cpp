#include "tools/analysis/review_game.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <numeric>

#include "engine/base/split.hpp"
#include "protocols/drawing/board_svg.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/review/review_text.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/terminal_line.hpp"

namespace isthmus {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kWorstTurns = 3;

// The line of the terminal that says how far a review is.
class ReviewProgress {
 public:
  ReviewProgress() = default;
  ~ReviewProgress() { line_.clear(); }
  ReviewProgress(const ReviewProgress&) = delete;
  ReviewProgress& operator=(const ReviewProgress&) = delete;

  void show(std::size_t done, std::size_t of) const {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
    line_.show(review_progress_text(done, of, seconds.count()));
  }

 private:
  TerminalLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

constexpr const char* kGame = "game.sgf";

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw BadInput("option '--out': cannot make " + path.string() + ": " + error.message());
  }
  check_output_file("out", path / kGame);
}

// Numbers of turns from 0 on, as far as they were reviewed.
std::vector<std::size_t> chosen_turns(const MapChoice& maps, const Review& review) {
  std::vector<std::size_t> turns;
  if (maps.all) {
    turns.resize(review.turns.size());
    std::iota(turns.begin(), turns.end(), std::size_t{0});
  } else if (maps.worst) {
    turns = worst_turns(review, kWorstTurns);
  } else {
    for (std::size_t turn : maps.turns) {
      if (turn <= review.turns.size()) turns.push_back(turn - 1);
    }
  }
  return turns;
}

void write_files(const fs::path& folder, const GameFile& annotated, const Review& review,
                 const MapChoice& maps) {
  write_file(folder / kGame, write_sgf(annotated));
  write_file(folder / "winrates.svg", review_svg(annotated, review));
  const Record& record = annotated.record;
  for (std::size_t turn : chosen_turns(maps, review)) {
    const Position& position = record.positions()[turn];
    const ReviewedTurn& reviewed = review.turns[turn];
    write_file(folder / ("turn-" + std::to_string(turn + 1) + ".svg"),
               board_svg(record.game(), position, review.positions[turn].report,
                         MadeMove{.move = reviewed.turn.move,
                                  .win_rate = reviewed.wins,
                                  .loss = reviewed.loss,
                                  .sign = sign(mistake(reviewed))}));
  }
}

std::string shown(const std::string& format, const GameFile& annotated, const Review& review) {
  if (format == "sgf") return write_sgf(annotated);
  return format == "svg" ? review_svg(annotated, review) : review_text(annotated, review);
}

}  // namespace

std::string review_progress_text(std::size_t done, std::size_t of, double seconds) {
  constexpr std::size_t kMinDone = 4;  // to estimate how long the others take
  std::string text = std::to_string(done) + " searches of " + std::to_string(of);
  if (done < kMinDone || done > of) return text;
  const double left = seconds * static_cast<double>(of - done) / static_cast<double>(done);
  return text + ", about " + std::to_string(std::llround(std::ceil(left))) + " s more";
}

MapChoice parse_maps(const std::string& text) {
  MapChoice maps;
  maps.worst = text == "worst";
  maps.all = text == "all";
  if (maps.worst || maps.all || text == "none") return maps;
  for (const std::string_view part : split(text, ',')) {
    std::size_t turn = 0;
    const char* last = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data(), last, turn);
    if (error != std::errc{} || stop != last || turn == 0) {
      throw BadInput("option '--maps' takes worst, all, none or turns as in 12,20, not '" + text +
                     "'");
    }
    maps.turns.push_back(turn);
  }
  return maps;
}

void review_game(GameFile file, const ReviewOptions& options, const fs::path& folder,
                 const std::stop_token& stop) {
  if (!folder.empty()) make_folder(folder);
  const Review reviewed = [&] {
    const ReviewProgress progress;
    Reviewer reviewer = options.reviewer;
    reviewer.assumed_swap = assumed_swap_rule(file);
    return review(file.record, reviewer, options.limits, stop,
                  [&](std::size_t done, std::size_t of) { progress.show(done, of); });
  }();
  annotate(file, reviewed);
  if (!folder.empty()) write_files(folder, file, reviewed, options.maps);
  print(shown(options.format, file, reviewed));
}

}  // namespace isthmus
