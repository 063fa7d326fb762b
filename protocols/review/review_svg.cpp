#include <algorithm>
#include <cmath>

#include "protocols/drawing/svg.hpp"
#include "protocols/review/review_text.hpp"

namespace isthmus {

namespace {

constexpr double kHeight = 240;  // of the graph itself
constexpr double kLeft = 68, kRight = 20, kTop = 46, kBottom = 44;
constexpr double kAxisName = 18;  // where the upright axis has its name
constexpr double kMinWidth = 560;
constexpr double kPerTurn = 9;
constexpr std::string_view kInk = "#1d1d1f", kPaper = "#ffffff", kBackground = "#d9d2c3";
constexpr std::string_view kWarm = "#c8442f";

// Labels of mistakes closer than this would overlap.
constexpr double kLabelWidth = 46;

class Graph {
 public:
  Graph(const GameFile& file, const Review& review)
      : file_(file),
        review_(review),
        turns_(std::max<std::size_t>(file.record.turns().size(), 1)),
        width_(std::max(kMinWidth, kPerTurn * static_cast<double>(turns_))) {}

  std::string svg() const {
    const double width = kLeft + width_ + kRight, height = kTop + kHeight + kBottom;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
           svg_number(height) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"" + std::string(kBackground) + "\"/>\n" +
           title() + areas() + scale() + mistakes() + "</svg>\n";
  }

 private:
  double x(std::size_t position) const {
    return kLeft + width_ * static_cast<double>(position) / static_cast<double>(turns_);
  }
  static double y(double black_wins) { return kTop + kHeight * (1 - black_wins); }

  static std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
    return "<line x1=\"" + svg_number(x1) + "\" y1=\"" + svg_number(y1) + "\" x2=\"" +
           svg_number(x2) + "\" y2=\"" + svg_number(y2) + "\" " + std::string(style) + "/>\n";
  }

  static std::string escaped(const std::string& text) {
    std::string result;
    for (char c : text) {
      result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    }
    return result;
  }

  // How the game ended, in words; a result that is not known is given as it stands.
  std::string ending() const {
    const std::string& result = file_.result;
    if (result.empty()) {
      const Result end = file_.record.position().result;
      return end == Result::black   ? "Black won"
             : end == Result::white ? "White won"
             : end == Result::draw  ? "a draw"
                                    : "";
    }
    if (result == "0") return "a draw";
    const std::string winner = result.starts_with("B+")   ? "Black"
                               : result.starts_with("W+") ? "White"
                                                          : "";
    const std::string how = winner.empty() ? "" : result.substr(2);
    const std::string by = how == "R"   ? " by resignation"
                           : how == "T" ? " on time"
                           : how == "F" ? " by forfeit"
                                        : "";
    if (winner.empty() || (by.empty() && !how.empty())) return result;
    return winner + " won" + by;
  }

  // Who plays whom, and how it ended.
  std::string title() const {
    const auto named = [](const std::string& name, const char* otherwise) {
      return name.empty() ? std::string(otherwise) : name;
    };
    std::string text = named(file_.black_name, "Black") + " (Black) and " +
                       named(file_.white_name, "White") + " (White)";
    if (file_.black_name.empty() && file_.white_name.empty()) text = "Black and White";
    if (const std::string end = ending(); !end.empty()) text += ": " + end;
    return svg_text(kLeft, 28, "fill=\"#1d1d1f\" font-size=\"14\"", escaped(text));
  }

  // Black's share of the paper.
  std::string areas() const {
    std::string points, line;
    const std::size_t last = review_.positions.empty() ? 0 : review_.positions.size() - 1;
    for (std::size_t i = 0; i < review_.positions.size(); ++i) {
      line += svg_number(x(i)) + "," + svg_number(y(review_.positions[i].black_wins)) + " ";
    }
    points = svg_number(x(0)) + "," + svg_number(y(0)) + " " + line + svg_number(x(last)) + "," +
             svg_number(y(0));
    return "<rect x=\"" + svg_number(kLeft) + "\" y=\"" + svg_number(kTop) + "\" width=\"" +
           svg_number(width_) + "\" height=\"" + svg_number(kHeight) + "\" fill=\"" +
           std::string(kPaper) + "\"/>\n<polygon points=\"" + points + "\" fill=\"#3a3a3f\"/>\n" +
           "<polyline points=\"" + line + "\" fill=\"none\" stroke=\"" + std::string(kInk) +
           "\" stroke-width=\"1.5\"/>\n";
  }

  std::string scale() const {
    std::string svg;
    for (int percent = 0; percent <= 100; percent += 25) {
      const double at = y(percent / 100.0);
      svg += line(
          kLeft, at, kLeft + width_, at,
          percent == 50 ? "stroke=\"#8a8a92\"" : "stroke=\"#8a8a92\" stroke-dasharray=\"2 4\"");
      svg += svg_text(kLeft - 6, at + 4, "text-anchor=\"end\" fill=\"#6b665c\"",
                      std::to_string(percent) + " %");
    }
    constexpr double kBetweenNumbers = 40;
    const double turns_between = kBetweenNumbers * static_cast<double>(turns_) / width_;
    const auto step = static_cast<std::size_t>(tick_step(std::max(1.0, turns_between)));
    for (std::size_t turn = 0; turn <= turns_; turn += step) {
      svg += line(x(turn), kTop + kHeight, x(turn), kTop + kHeight + 4, "stroke=\"#6b665c\"");
      svg += svg_text(x(turn), kTop + kHeight + 17, "text-anchor=\"middle\" fill=\"#6b665c\"",
                      std::to_string(turn));
    }
    constexpr std::string_view kMiddle = "text-anchor=\"middle\" fill=\"#6b665c\"";
    svg += svg_text(kLeft + width_ / 2, kTop + kHeight + 35, kMiddle, "turn");
    const std::string turned =
        "transform=\"rotate(-90 " + svg_number(kAxisName) + " " + svg_number(y(0.5)) + ")\" ";
    return svg + svg_text(kAxisName, y(0.5), turned + std::string(kMiddle), "Black's win rate");
  }

  // A dot a mistake; the worst ones have labels, as far as there is room.
  std::string mistakes() const {
    std::string svg;
    std::vector<double> labels;
    for (std::size_t i : worst_turns(review_, review_.turns.size())) {
      const ReviewedTurn& turn = review_.turns[i];
      if (mistake(turn) == Mistake::none) break;
      const double at_x = x(i + 1), at_y = y(review_.positions[i + 1].black_wins);
      svg += "<circle cx=\"" + svg_number(at_x) + "\" cy=\"" + svg_number(at_y) +
             "\" r=\"4\" fill=\"" + std::string(turn.turn.colour == Colour::black ? kInk : kPaper) +
             "\" stroke=\"" + std::string(kWarm) + "\" stroke-width=\"2\"/>\n";
      const bool is_free = std::none_of(labels.begin(), labels.end(), [&](double label) {
        return std::abs(label - at_x) < kLabelWidth;
      });
      if (!is_free) continue;
      labels.push_back(at_x);
      // Above the point, as far as the top of the graph leaves room.
      svg += svg_text(at_x, std::max(at_y - 9, kTop + 12),
                      "text-anchor=\"middle\" fill=\"#c8442f\" font-weight=\"bold\" "
                      "stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"",
                      file_.record.game().name(turn.turn.move) + " " + sign(mistake(turn)));
    }
    return svg;
  }

  const GameFile& file_;
  const Review& review_;
  std::size_t turns_;
  double width_;
};

}  // namespace

std::string review_svg(const GameFile& file, const Review& review) {
  return Graph(file, review).svg();
}

}  // namespace isthmus
