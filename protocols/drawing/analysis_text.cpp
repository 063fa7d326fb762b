#include "protocols/drawing/analysis_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include "protocols/drawing/board_text.hpp"
#include "protocols/drawing/cell_heat.hpp"
#include "protocols/drawing/percent_text.hpp"

namespace isthmus {

namespace {

// Colours of the 256 that terminals know (xterm): pale to red for AMAF values, black to white for
// ownership. Letters on them are black or white, whichever can be read.
constexpr std::array kHeat{230, 229, 228, 222, 216, 215, 209, 203, 196};
constexpr std::array kShades{255, 252, 249, 246, 243, 240, 238, 235, 232};
constexpr int kBlackStone = 16;
constexpr int kWhiteStone = 231;

std::string formatted(const char* format, double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string painted(const std::string& text, int background, bool light_letters) {
  return "\x1b[48;5;" + std::to_string(background) + (light_letters ? ";38;5;231m" : ";38;5;16m") +
         text + "\x1b[0m";
}

// A board with a number in every empty cell.
class Picture {
 public:
  // `values` by cell, 0..1, or empty for none; the background goes with value / greatest.
  Picture(const Game& game, const Position& position, std::span<const float> values, float greatest,
          std::span<const int> ramp, Move best, bool colour)
      : board_(game.board()),
        position_(position),
        values_(values),
        greatest_(greatest),
        ramp_(ramp),
        best_(best),
        colour_(colour) {}

  std::string text() const {
    constexpr int kWidth = 4;
    return slanted_text(board_, kWidth, [&](int row) {
      std::string line;
      for (int c = board_.row_cells(row).first; board_.has(row, c); ++c) {
        line += cell_text(board_.at(row, c));
      }
      return line;
    });
  }

 private:
  std::string cell_text(Cell cell) const {
    const Move move(cell);
    const bool is_black = position_.of(Colour::black).contains(cell);
    if (is_black || position_.of(Colour::white).contains(cell)) {
      std::string text = is_black ? "  B " : "  W ";
      if (position_.last_move == move) text = is_black ? " (B)" : " (W)";
      if (!colour_) return text;
      return painted(text, is_black ? kBlackStone : kWhiteStone, is_black);
    }
    const float value = values_.empty() ? 0.0F : std::clamp(values_[cell], 0.0F, 1.0F);
    // Two digits, so that there is room for the mark of the best move.
    const int percent =
        std::min(99, static_cast<int>(std::lround(100 * static_cast<double>(value))));
    // Under half a percent there is nothing that a reader should look at.
    std::string text = padded(percent == 0 ? "." : std::to_string(percent), 3) + " ";
    if (best_ == move) text = "[" + text.substr(1, 2) + "]";
    if (!colour_) return text;
    const float share = greatest_ > 0 ? std::min(value / greatest_, 1.0F) : 0.0F;
    const auto step = static_cast<std::size_t>(share * static_cast<float>(ramp_.size() - 1) + 0.5F);
    // Of the shades of grey the second half is dark.
    return painted(text, ramp_[step], ramp_.data() == kShades.data() && step > ramp_.size() / 2);
  }

  const Board& board_;
  const Position& position_;
  std::span<const float> values_;
  float greatest_;
  std::span<const int> ramp_;
  Move best_;
  bool colour_;
};

std::string win_rate(double rate, Proof proof) {
  switch (proof) {
    case Proof::win:
      return "won";
    case Proof::loss:
      return "lost";
    case Proof::draw:
      return "drawn";
    case Proof::unknown:
      break;
  }
  return percent_text(rate);
}

std::string summary(const SearchReport& report) {
  const char* side = report.to_move == Colour::black ? "Black" : "White";
  std::string text = std::string(side) + " to move";
  if (report.proof == Proof::unknown) {
    text += ", win rate " + win_rate(report.win_rate, report.proof);
  } else {
    text += ": " + win_rate(report.win_rate, report.proof);
  }
  text +=
      ", " + std::to_string(report.visits) + " visits in " + formatted("%.2f s", report.seconds);
  if (report.memory_full) text += ", memory full";
  return text + '\n';
}

std::string table(const Game& game, const SearchReport& report,
                  const AnalysisTextOptions& options) {
  constexpr std::size_t kMoveWidth = 12;
  constexpr std::size_t kWidth = 10;
  std::string text = padded("move", kMoveWidth) + padded("visits", kWidth) +
                     padded("win rate", kWidth) + padded("prior", kWidth) + "  variation\n";
  std::size_t lines = 0;
  for (const MoveReport& move : report.moves) {
    if (!move.is_known()) continue;
    if (lines++ == options.best_moves) break;
    text += padded(game.name(move.move), kMoveWidth) + padded(std::to_string(move.visits), kWidth) +
            padded(win_rate(move.win_rate, move.proof), kWidth) +
            padded(formatted("%.1f %%", 100 * move.prior), kWidth) + ' ';
    for (std::size_t i = 0; i < std::min(move.variation.size(), options.variation); ++i) {
      text += ' ' + game.name(move.variation[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string analysis_text(const Game& game, const Position& position, const SearchReport& report,
                          const AnalysisTextOptions& options) {
  const CellHeat heat(report.evaluation);
  const Move best = report.moves.empty() ? Move::none() : report.moves.front().move;
  std::string text =
      Picture(game, position, heat.values, heat.most, kHeat, best, options.colour).text() + '\n';
  if (position.result != Result::ongoing) {
    return text + (position.result == Result::black   ? "Black has won\n"
                   : position.result == Result::white ? "White has won\n"
                                                      : "The game is drawn\n");
  }
  text += "( ) last stone, [ ] best move, numbers: ";
  text += heat.is_amaf ? "value of the cell in % of games" : "share of the policy in %";
  text += "\n\n" + summary(report) + '\n' + table(game, report, options);
  if (options.ownership && !report.evaluation.ownership.empty()) {
    text += "\nHow often a cell ends Black's, in % of games\n" +
            Picture(game, position, report.evaluation.ownership, 1.0F, kShades, Move::none(),
                    options.colour)
                .text();
  }
  return text;
}

}  // namespace isthmus
