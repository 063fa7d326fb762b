#include "tools/tournament/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "engine/base/number_range.hpp"
#include "tools/tournament/report_boards.hpp"
#include "tools/tournament/report_charts.hpp"
#include "tools/tournament/standings.hpp"
#include "tools/tournament/standings_text.hpp"
#include "tools/tournament/time_use.hpp"

namespace isthmus::tournament {

namespace {

// Curves have at most this many points, and charts of ratings this many curves.
constexpr std::size_t kCurvePoints = 120;
constexpr std::size_t kRatingCurves = 8;
constexpr std::size_t kListedGames = 1000;

constexpr auto kStyle = R"(<style>
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --faint: #e4e2dd; --grey: #6b665c;
  --c0: #1f6fb4; --c1: #d1602b; --c2: #2c8c4c; --c3: #8a4fbf; --c4: #b3387c; --c5: #8c7a17;
  --c6: #178c8c; --c7: #7a7a7a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --paper: #17171a; --faint: #34343a;
  --grey: #a09b90; --c0: #6db3f2; --c1: #f08d5c; --c2: #6cc98a; --c3: #c09af0; --c4: #ee86bd;
  --c5: #d6c455; --c6: #5cd0d0; --c7: #b0b0b0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1100px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; margin-bottom: 0; } h2 { font-size: 1.2em; margin: 2em 0 .4em; }
.wide { overflow-x: auto; } .note, figcaption { color: var(--grey); font-size: .87em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25em .7em; text-align: right; border-bottom: 1px solid var(--faint);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
  background: var(--paper); } th { font-weight: 600; }
td.text { text-align: left; white-space: normal; }
svg { display: block; width: 100%; height: auto; fill: var(--ink); font-size: 12px; }
line, polyline { fill: none; } .grid { stroke: var(--faint); } .axis, .zero { stroke: var(--grey); }
.level { stroke: var(--c1); stroke-dasharray: 6 4; } .curve { stroke-width: 2; }
.band { opacity: .18; stroke: none; } .dot { fill: var(--c0); }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
.c6 { stroke: var(--c6); } .c7 { stroke: var(--c7); } .band.c0 { fill: var(--c0); }
.verdict { font-size: 1.15em; margin: .3em 0 0; }
.boards { display: grid; gap: 1.2em; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); }
figure { margin: 0; } figure svg { border-radius: 6px; fill: #1d1d1f; }
figcaption { margin-top: .4em; overflow-wrap: anywhere; } figcaption b { color: var(--ink); }
</style>
)";

std::string cell(const std::string& text) { return "<td>" + text + "</td>"; }
std::string head(const std::string& text) { return "<th>" + text + "</th>"; }

// Blue for what is above a half, orange for what is below, the stronger the further.
std::string tinted_cell(double share, const std::string& text) {
  const double strength = 0.55 * std::min(1.0, 2 * std::abs(share - 0.5));
  return "<td style=\"background:rgba(" + std::string(share >= 0.5 ? "46,134,222" : "222,120,46") +
         "," + fixed_text(strength, 2) + ")\">" + text + "</td>";
}

class Report {
 public:
  Report(std::ostream& stream, const StoredTournament& tournament)
      : stream_(stream),
        spec_(tournament.spec),
        tournament_(tournament),
        standings_(make_standings(tournament.records, static_cast<int>(spec_.engines.size()))),
        ratings_(fit_ratings(standings_.begun())),
        order_(ranking(ratings_)) {}

  void write(const std::string& format, int boards) {
    const std::string title = engine_names() + ": " + escaped(board_text(spec_)) + ", " +
                              std::to_string(standings_.games()) + " games";
    stream_ << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            << "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" << title
            << "</title>\n"
            << kStyle << "</head><body>\n<h1>" << title << "</h1>\n";
    stream_ << "<p class=\"verdict\">" << escaped(verdict_text(standings_, spec_)) << "</p>\n";
    write_cross_table();
    if (!format.empty()) stream_ << "<pre>" << escaped(format) << "</pre>\n";
    if (is_match()) write_match();
    write_ratings();
    write_curves();
    if (!is_match()) write_predictions();
    write_losses();
    write_times();
    write_boards(boards);
    write_games();
    stream_ << "</body></html>\n";
  }

 private:
  bool is_match() const { return spec_.engines.size() == 2; }
  std::string name_of(std::size_t engine) const { return escaped(spec_.engines[engine].name); }
  std::string engine_names() const {
    if (is_match()) return name_of(0) + " against " + name_of(1);
    return std::to_string(spec_.engines.size()) + " engines";
  }

  void section(const std::string& title) { stream_ << "<h2>" << title << "</h2>\n"; }
  void begin_table() { stream_ << "<div class=\"wide\"><table>\n"; }
  void row(const std::string& cells) { stream_ << "<tr>" << cells << "</tr>\n"; }
  void end_table() { stream_ << "</table></div>\n"; }

  void write_cross_table() {
    section("Standings");
    begin_table();
    std::string cells =
        head("engine") + head("games") + head("won-drawn-lost") + head("%") + head("rating (95%)");
    for (std::size_t i : order_) cells += head("vs " + name_of(i));
    row(cells);
    for (std::size_t i : order_) {
      const Outcomes& outcomes = standings_.total(i).outcomes;
      cells = cell(name_of(i)) + cell(std::to_string(outcomes.game_count())) +
              cell(outcomes_text(outcomes)) + cell(share_text(outcomes)) +
              cell(elo_text(ratings_.of(i)));
      for (std::size_t j : order_) {
        const Outcomes& one = standings_.against(i, j).outcomes;
        const auto games = static_cast<double>(one.game_count());
        cells += games == 0 ? cell("") : tinted_cell(one.points() / games, outcomes_text(one));
      }
      row(cells);
    }
    end_table();
    const auto& [lost, drawn, won] = standings_.first_player();
    stream_ << "<p class=\"note\">Ratings are those of Bradley and Terry, with mean 0. Who began: "
            << won << "-" << drawn << "-" << lost << ", which is worth "
            << elo_text(ratings_.first_move()) << " Elo.</p>\n";
  }

  static std::string share_text(const Outcomes& outcomes) {
    const auto games = static_cast<double>(outcomes.game_count());
    return games > 0 ? fixed_text(100 * outcomes.points() / games, 1) : "-";
  }

  void write_match() {
    section(engine_names());
    const Outcomes& outcomes = standings_.against(0, 1).outcomes;
    const EloEstimate elo = estimate_elo(outcomes);
    begin_table();
    row(cell("Elo (95%)") + cell(elo_text(elo)));
    row(cell("normalised Elo (95%)") + cell(elo_text(estimate_normalised_elo(outcomes))));
    row(cell("likelihood of superiority") + cell(percent_text(elo.superiority())));
    constexpr std::array<const char*, 5> kPoints{"0", "1/2", "1", "3/2", "2"};
    for (std::size_t i = 0; i < kPoints.size(); ++i) {
      row(cell(std::string("pairs with ") + kPoints[i] + " points") +
          cell(std::to_string(outcomes.pairs[i])));
    }
    if (spec_.sprt) {
      const double ratio = log_likelihood_ratio(outcomes, *spec_.sprt);
      row(cell("log likelihood ratio, " + hypotheses_text(*spec_.sprt)) +
          cell(ratio_text(ratio, *spec_.sprt)));
      row(cell("verdict") + cell(std::string(name(verdict(ratio, *spec_.sprt)))));
    }
    end_table();
  }

  void write_ratings() {
    if (is_match()) return;
    section("Ratings, with 95% intervals");
    std::vector<Interval> intervals;
    for (std::size_t i : order_) {
      const EloEstimate rating = ratings_.of(i);
      intervals.push_back({spec_.engines[i].name, rating.elo, rating.error});
    }
    stream_ << interval_chart(intervals);
  }

  // Goes through the games and calls `visit` with the standings after some of them, the last
  // included.
  template <typename Visit>
  void visit_curve(const Visit& visit) const {
    const std::size_t games = tournament_.records.size();
    const std::size_t step = std::max<std::size_t>(1, games / kCurvePoints);
    Standings standings(spec_.engines.size());
    for (std::size_t i = 1; i <= games; ++i) {
      standings.add(tournament_.records[i - 1]);
      if (i % step == 0 || i == games) visit(static_cast<double>(i), standings);
    }
  }

  void write_curves() {
    if (tournament_.records.empty()) return;
    section(is_match() ? "Elo over the games, with the 95% interval" : "Ratings over the games");
    if (is_match()) {
      Curve elos, ratios;
      visit_curve([&](double games, const Standings& standings) {
        const Outcomes& outcomes = standings.total(0).outcomes;
        const EloEstimate elo = estimate_elo(outcomes);
        elos.points.push_back({games, elo.elo, elo.error});
        if (!spec_.sprt) return;
        ratios.points.push_back({games, log_likelihood_ratio(outcomes, *spec_.sprt), 0});
      });
      stream_ << curve_chart({elos}, {}, "games");
      if (!spec_.sprt) return;
      section("Log likelihood ratio over the games");
      const auto level = [](double y, double elo) {
        return Level{y, "here Elo " + fixed_text(elo, 1) + " is taken"};
      };
      stream_ << curve_chart({ratios},
                             {level(spec_.sprt->lower_bound(), spec_.sprt->elo0),
                              level(spec_.sprt->upper_bound(), spec_.sprt->elo1)},
                             "games");
      return;
    }
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < std::min(kRatingCurves, order_.size()); ++i) {
      curves.push_back({spec_.engines[order_[i]].name, {}});
    }
    visit_curve([&](double games, const Standings& standings) {
      const Ratings ratings = fit_ratings(standings.begun());
      for (std::size_t i = 0; i < curves.size(); ++i) {
        curves[i].points.push_back({games, ratings.of(order_[i]).elo, 0});
      }
    });
    stream_ << curve_chart(curves, {}, "games");
  }

  // A square table of engines, with a share in each cell.
  template <typename ShareOf>
  void write_square(const std::string& corner, const ShareOf& share_of) {
    begin_table();
    std::string cells = head(corner);
    for (std::size_t j : order_) cells += head(name_of(j));
    row(cells);
    for (std::size_t i : order_) {
      cells = cell(name_of(i));
      for (std::size_t j : order_) {
        cells +=
            i == j ? cell("") : tinted_cell(share_of(i, j), fixed_text(100 * share_of(i, j), 1));
      }
      row(cells);
    }
    end_table();
  }

  void write_predictions() {
    section("Points that the ratings predict, in %");
    write_square("of games against",
                 [&](std::size_t i, std::size_t j) { return ratings_.expected_score(i, j); });
    section("Likelihood of superiority, in %");
    write_square("to", [&](std::size_t i, std::size_t j) {
      return ratings_.difference(i, j).superiority();
    });
  }

  void write_losses() {
    section("How games were lost");
    begin_table();
    std::string cells = head("engine");
    const std::vector<Reason> reasons = reasons_of(standings_);
    for (Reason reason : reasons) cells += head(std::string(name(reason)));
    row(cells);
    for (std::size_t i : order_) {
      cells = cell(name_of(i));
      for (Reason reason : reasons) {
        cells += cell(std::to_string(standings_.total(i).losses[static_cast<std::size_t>(reason)]));
      }
      row(cells);
    }
    end_table();
  }

  void write_times() {
    section("Time, by the referee's clock");
    begin_table();
    row(head("engine") + head("moves") + head("seconds in all") + head("mean ms") +
        head("median ms") + head("longest ms"));
    const std::vector<TimeUse> uses = time_use(tournament_.records, spec_);
    for (std::size_t i : order_) {
      const TimeUse& use = uses[i];
      const double moves = static_cast<double>(std::max<std::int64_t>(use.moves, 1));
      row(cell(name_of(i)) + cell(std::to_string(use.moves)) + cell(fixed_text(use.seconds, 1)) +
          cell(fixed_text(1000 * use.seconds / moves, 1)) + cell(std::to_string(use.median)) +
          cell(std::to_string(use.longest)));
    }
    end_table();
    if (standings_.overhead() == 0) return;
    stream_ << "<p class=\"note\">The clock itself takes " << fixed_text(standings_.overhead(), 2)
            << " ms a move: the quickest answers to moves that were sent, over the games.</p>\n";
  }

  void write_boards(int boards) {
    const auto chosen = choose_games(tournament_, ratings_, static_cast<std::size_t>(boards));
    if (chosen.empty()) return;
    section("Some games, as they ended");
    stream_ << "<div class=\"boards\">\n";
    for (const ChosenGame& game : chosen) stream_ << board_figure(tournament_, game);
    stream_ << "</div>\n";
  }

  void write_games() {
    const std::vector<GameRecord>& records = tournament_.records;
    const std::size_t first = records.size() - std::min(records.size(), kListedGames);
    section(first == 0 ? "Games" : "The last " + std::to_string(kListedGames) + " games");
    stream_ << "<details><summary>" << records.size() - first << " games</summary>\n";
    begin_table();
    row(head("game") + head("began") + head("against") + head("won") + head("moves") +
        head("seconds") + head("by"));
    for (std::size_t i = first; i < records.size(); ++i) {
      const GameRecord& record = records[i];
      const auto engine = [&](int index) { return name_of(static_cast<std::size_t>(index)); };
      row(cell(std::to_string(record.game.id)) + cell(engine(record.game.black)) +
          cell(engine(record.game.white)) + cell(record.winner ? engine(*record.winner) : "-") +
          cell(std::to_string(record.moves.size())) + cell(fixed_text(record.seconds, 1)) +
          "<td class=\"text\">" + std::string(name(record.reason)) +
          (record.detail.empty() ? "" : ": " + escaped(record.detail)) + "</td>");
    }
    end_table();
    stream_ << "</details>\n";
  }

  std::ostream& stream_;
  const Spec& spec_;
  const StoredTournament& tournament_;
  Standings standings_;
  Ratings ratings_;
  std::vector<std::size_t> order_;
};

}  // namespace

void write_report(std::ostream& stream, const StoredTournament& tournament,
                  const std::string& format, int boards) {
  Report(stream, tournament).write(format, boards);
}

}  // namespace isthmus::tournament
