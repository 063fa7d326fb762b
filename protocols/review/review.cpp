#include "protocols/review/review.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace isthmus {

namespace {

// Enough for drawings and variations; all moves of all positions would take much memory.
constexpr std::size_t kMovesKept = 8;

constexpr double kMinLoss = 0.01;  // what searches of one position differ by

double black_wins(const Position& position, const SearchReport& report) {
  switch (position.result) {
    case Result::black:
      return 1;
    case Result::white:
      return 0;
    case Result::draw:
      return 0.5;
    case Result::ongoing:
      break;
  }
  const double wins = report.proof == Proof::win    ? 1
                      : report.proof == Proof::loss ? 0
                                                    : report.win_rate;
  return position.to_move == Colour::black ? wins : 1 - wins;
}

// `before` was searched with another side to move where a turn was made out of order; then it
// says nothing of the moves of this side.
ReviewedTurn judge(const Turn& turn, const ReviewedPosition& before,
                   const ReviewedPosition& after) {
  const auto probability = [&](const ReviewedPosition& position) {
    return turn.colour == Colour::black ? position.black_wins : 1 - position.black_wins;
  };
  ReviewedTurn judged{turn, turn.move, probability(after), probability(after), 0};
  const SearchReport& report = before.report;
  if (report.moves.empty() || report.to_move != turn.colour) return judged;
  judged.best = report.moves.front().move;
  if (judged.best == turn.move) return judged;
  judged.best_wins = probability(before);
  judged.loss = std::max(0.0, judged.best_wins - judged.wins);
  return judged;
}

}  // namespace

Review review(const Record& record, const EvaluatorFactory& make_evaluator,
              const Settings& settings, const SearchLimits& limits, const std::stop_token& stop,
              const std::function<void(std::size_t)>& done) {
  Review review;
  const auto evaluator = make_evaluator(record.game(), settings);
  Search search(record.game(), *evaluator, settings);
  for (std::size_t i = 0; i <= record.turns().size() && !stop.stop_requested(); ++i) {
    const Position& position = record.positions()[i];
    search.set_root(record.first_position(), std::span(record.turns()).first(i));
    SearchReport report = search.run(limits, stop);
    const double wins = black_wins(position, report);
    report.moves.resize(std::min(report.moves.size(), kMovesKept));
    review.positions.push_back({std::move(report), wins});
    if (i > 0) {
      review.turns.push_back(
          judge(record.turns()[i - 1], review.positions[i - 1], review.positions[i]));
    }
    if (done) done(i);
  }
  return review;
}

Mistake mistake(const ReviewedTurn& turn) {
  if (turn.loss >= 0.4) return Mistake::very_bad;
  if (turn.loss >= 0.2) return Mistake::bad;
  return turn.loss >= 0.1 ? Mistake::doubtful : Mistake::none;
}

std::vector<std::size_t> worst_turns(const Review& review, std::size_t most) {
  std::vector<std::size_t> turns(review.turns.size());
  std::iota(turns.begin(), turns.end(), std::size_t{0});
  std::stable_sort(turns.begin(), turns.end(), [&](std::size_t a, std::size_t b) {
    return review.turns[a].loss > review.turns[b].loss;
  });
  const auto end = std::find_if(turns.begin(), turns.end(), [&](std::size_t turn) {
    return review.turns[turn].loss < kMinLoss;
  });
  turns.erase(end, turns.end());
  turns.resize(std::min(turns.size(), most));
  return turns;
}

}  // namespace isthmus
