#include "tools/tournament/report_boards.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/actions/deciding_stones.hpp"
#include "protocols/drawing/board_svg.hpp"
#include "tools/tournament/report_charts.hpp"

namespace isthmus::tournament {

namespace {

// The points that the ratings predicted for the winner of a game; 1 for draws, which are no
// surprise.
double expected_of(const GameRecord& record, const Ratings& ratings) {
  if (!record.winner) return 1;
  const int loser = *record.winner == record.game.black ? record.game.white : record.game.black;
  return ratings.expected_score(static_cast<std::size_t>(*record.winner),
                                static_cast<std::size_t>(loser));
}

// Games by their indices, each only once.
class Choice {
 public:
  Choice(std::size_t most, std::size_t records) : max_(most), is_chosen_(records) {}

  bool is_full() const { return games_.size() >= max_; }
  void add(std::size_t record, std::string why) {
    if (is_full() || is_chosen_[record]) return;
    is_chosen_[record] = true;
    games_.push_back({record, std::move(why)});
  }
  std::vector<ChosenGame> take() { return std::move(games_); }

 private:
  std::size_t max_;
  std::vector<bool> is_chosen_;
  std::vector<ChosenGame> games_;
};

}  // namespace

std::vector<ChosenGame> choose_games(const StoredTournament& tournament, const Ratings& ratings,
                                     std::size_t count) {
  const std::vector<GameRecord>& records = tournament.records;
  if (records.empty()) return {};
  Choice choice(count, records.size());
  const auto index_of = [&](auto place) {
    return static_cast<std::size_t>(place - records.begin());
  };
  const auto [shortest, longest] = std::minmax_element(
      records.begin(), records.end(),
      [](const GameRecord& a, const GameRecord& b) { return a.moves.size() < b.moves.size(); });
  choice.add(index_of(longest), "the longest game");
  choice.add(index_of(shortest), "the shortest game");
  choice.add(records.size() - 1, "the last game");

  std::vector<std::size_t> faults, upsets;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (is_misbehaviour(records[i].reason)) faults.push_back(i);
    if (expected_of(records[i], ratings) < 0.5) upsets.push_back(i);
  }
  std::stable_sort(upsets.begin(), upsets.end(), [&](std::size_t a, std::size_t b) {
    return expected_of(records[a], ratings) < expected_of(records[b], ratings);
  });
  for (std::size_t i = 0; i < std::max(faults.size(), upsets.size()) && !choice.is_full(); ++i) {
    if (i < faults.size()) choice.add(faults[i], "a fault");
    if (i < upsets.size()) {
      const double predicted = 100 * expected_of(records[upsets[i]], ratings);
      choice.add(upsets[i], "an upset: " + std::to_string(std::lround(predicted)) +
                                "% were predicted for the winner");
    }
  }
  return choice.take();
}

std::string board_figure(const StoredTournament& tournament, const ChosenGame& chosen) {
  const Spec& spec = tournament.spec;
  const GameRecord& record = tournament.records[chosen.record];
  Position position = spec.game->start();
  for (Move move : record.moves) spec.game->play(position, move);

  // Nothing is decided by stones where somebody resigned, or was late.
  const CellSet deciding =
      position.result == Result::ongoing ? CellSet() : deciding_stones(*spec.game, position);

  const std::string black = escaped(engine_name(spec, record.game.black));
  const std::string white = escaped(engine_name(spec, record.game.white));
  std::string caption = "<b>Game " + std::to_string(record.game.id) + "</b>, " + chosen.why +
                        "<br>" + black + " began against " + white + ": ";
  caption += record.winner ? escaped(engine_name(spec, *record.winner)) + " won" : "a draw";
  caption += " after " + std::to_string(record.moves.size()) + " moves (" +
             std::string(name(record.reason)) +
             (record.detail.empty() ? "" : ": " + escaped(record.detail)) + ")";
  return "<figure>" + board_svg(*spec.game, position, {}, {}, deciding) + "<figcaption>" + caption +
         "</figcaption></figure>\n";
}

}  // namespace isthmus::tournament
