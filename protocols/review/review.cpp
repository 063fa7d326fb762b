#include "protocols/review/review.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "games/list.hpp"
#include "protocols/review/position_proofs.hpp"
#include "protocols/review/position_searches.hpp"

namespace isthmus {

namespace {

// Enough for variations; the lines of all moves of all positions would take much memory.
constexpr std::size_t kLinesKept = 8;

constexpr double kMinLoss = 0.01;  // what searches of one position differ by

// Which turns are looked at more closely, and how many positions at the most.
constexpr double kCloseLoss = 0.05;
constexpr std::size_t kMaxClose = 12;

double black_wins(const Position& position, const ReviewedPosition& reviewed) {
  const Result result = proven_result(position, reviewed.proof);
  if (result != Result::ongoing) return score(Colour::black, result);
  const double wins = reviewed.report.mean;  // beside which moves' means are put
  return position.to_move == Colour::black ? wins : 1 - wins;
}

// What is best for the player who moved, whose colour the move may have changed.
ReviewedTurn judge(const Turn& turn, const Position& position, const ReviewedPosition& before,
                   const Position& next, const ReviewedPosition& after) {
  const auto probability = [](Colour colour, const ReviewedPosition& reviewed) {
    return colour == Colour::black ? reviewed.black_wins : 1 - reviewed.black_wins;
  };
  const bool exchanges = position.sides_swapped != next.sides_swapped;
  const double wins = probability(exchanges ? opponent(turn.colour) : turn.colour, after);
  ReviewedTurn judged{turn, turn.move, wins, wins, 0};
  // Where a turn is made out of order, nothing is known of the moves of that side.
  if (before.line.empty() || position.to_move != turn.colour) return judged;
  judged.best = before.line.front();
  if (judged.best == turn.move) return judged;
  // As the search after the turn, that of the best move counts what it tried in answer.
  const bool is_searched = !before.report.moves.empty() && before.report.moves.front().visits > 0;
  judged.best_wins = before.proof == Proof::unknown && is_searched
                         ? before.report.moves.front().win_rate
                         : probability(turn.colour, before);
  judged.loss = std::max(0.0, judged.best_wins - judged.wins);
  return judged;
}

// The work of one review.
class Work {
 public:
  Work(const Record& record, const Reviewer& reviewer, const ReviewLimits& limits,
       const std::stop_token& stop, const std::function<void(std::size_t, std::size_t)>& done)
      : record_(record),
        limits_(limits),
        stop_(stop),
        report_(done),
        settings_(reviewer.settings),
        under_swap_(under_swap(record, reviewer.assumed_swap)),
        pool_({.make_evaluator = reviewer.make_evaluator,
               .threads = static_cast<int>(settings_.threads),
               .searches = limits.each.seconds > 0 ? 1 : SearchPoolOptions{}.searches,
               .reuses_trees = false,
               .tree_megabytes = static_cast<std::size_t>(settings_.memory)}) {
    // So that what is gathered at a time does not depend on how many searches go on beside it.
    if (settings_.batch == 0 && limits.each.seconds == 0) settings_.batch = 1;
  }

  Review run() {
    std::vector<std::size_t> ongoing;
    for (std::size_t i = 0; i < record_.positions().size(); ++i) {
      if (record_.positions()[i].result == Result::ongoing) ongoing.push_back(i);
    }
    const auto searches = search(query(limits_.each), ongoing);
    // In the meantime this thread has nothing else to do.
    const auto proofs = prove_backwards(record_, limits_.proof, stop_);
    take(ongoing, searches->take(), proofs);
    if (under_swap_) search_first_stone();
    judge_turns();
    look_closely();
    judge_swap();
    return std::move(review_);
  }

 private:
  std::shared_ptr<const SearchQuery> query(const SearchLimits& limits,
                                           std::vector<MoveRule> rules = {}) const {
    return std::make_shared<const SearchQuery>(SearchQuery{
        .record = record_, .settings = settings_, .limits = limits, .rules = std::move(rules)});
  }

  // The beginning of the record as it would be with the swap that is assumed; nothing where it does
  // not begin with a stone on the empty board that White may have had a choice about.
  static std::optional<Record> under_swap(const Record& record, SwapRule rule) {
    const Game& game = record.game();
    if (rule == SwapRule::none || game.swap_rule() != SwapRule::none || record.turns().empty() ||
        !record.first_position().occupied().empty()) {
      return std::nullopt;
    }
    Record begun(make_game(game.name(), game.size().rows, game.size().columns, rule));
    const Turn& first = record.turns().front();
    if (!begun.play(first.colour, first.move) || !begun.game().may_swap(begun.position())) {
      return std::nullopt;
    }
    return begun;
  }

  std::unique_ptr<PositionSearches> search(const std::shared_ptr<const SearchQuery>& query,
                                           const std::vector<std::size_t>& positions) {
    to_do_ += positions.size();
    return std::make_unique<PositionSearches>(pool_, query, positions, stop_, [this] {
      ++done_;
      if (report_) report_(done_, to_do_);
    });
  }

  // Takes what is known of all positions, up to the first that was not searched.
  void take(const std::vector<std::size_t>& ongoing,
            const std::vector<std::optional<SearchReport>>& reports,
            const std::vector<PositionProof>& proofs) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < record_.positions().size(); ++i) {
      ReviewedPosition reviewed;
      if (place < ongoing.size() && ongoing[place] == i) {
        if (!reports[place]) break;
        set_report(reviewed, *reports[place++]);
      }
      if (proofs[i].proof != Proof::unknown) reviewed.proof = proofs[i].proof;
      if (!proofs[i].line.empty()) reviewed.line = proofs[i].line;
      review_.positions.push_back(std::move(reviewed));
    }
  }

  static void set_report(ReviewedPosition& reviewed, SearchReport report) {
    for (std::size_t i = kLinesKept; i < report.moves.size(); ++i) {
      report.moves[i].variation = {};
      report.moves[i].variation_visits = {};
    }
    if (!report.moves.empty()) reviewed.line = report.moves.front().variation;
    if (report.proof != Proof::unknown) reviewed.proof = report.proof;
    reviewed.report = std::move(report);
  }

  void search_first_stone() {
    const auto with_swap = std::make_shared<const SearchQuery>(
        SearchQuery{.record = *under_swap_,
                    .settings = settings_,
                    .limits = std::max(limits_.each, limits_.close, has_fewer)});
    const auto reports = search(with_swap, {0, 1})->take();
    if (!reports[0] || !reports[1]) {
      under_swap_.reset();
      return;
    }
    for (std::size_t i = 0; i < first_two_.size(); ++i) {
      set_report(first_two_[i], *reports[i]);
      first_two_[i].black_wins = isthmus::black_wins(under_swap_->positions()[i], first_two_[i]);
      // What follows a swap cannot be played in the record's game.
      std::vector<Move>& line = first_two_[i].line;
      line.erase(std::find_if(line.begin(), line.end(), [](Move move) { return move.is_swap(); }),
                 line.end());
    }
  }

  // The first stone by those searches, and what follows by the record's own rules.
  void judge_first_stone() {
    if (!under_swap_ || review_.turns.empty()) return;
    review_.positions[0] = first_two_[0];
    review_.turns[0] = judge(record_.turns()[0], under_swap_->positions()[0], first_two_[0],
                             under_swap_->positions()[1], first_two_[1]);
  }

  void judge_turns() {
    const std::vector<Position>& positions = record_.positions();
    for (std::size_t i = review_.positions.size(); i-- > 0;) {
      ReviewedPosition& reviewed = review_.positions[i];
      if (reviewed.proof == Proof::unknown && i + 1 < review_.positions.size() &&
          wins_by_turn(record_, i, review_.positions[i + 1].proof)) {
        reviewed.proof = Proof::win;
        reviewed.line = review_.positions[i + 1].line;
        reviewed.line.insert(reviewed.line.begin(), record_.turns()[i].move);
      }
      reviewed.black_wins = isthmus::black_wins(positions[i], reviewed);
    }
    review_.turns.clear();
    for (std::size_t i = 1; i < review_.positions.size(); ++i) {
      review_.turns.push_back(judge(record_.turns()[i - 1], positions[i - 1],
                                    review_.positions[i - 1], positions[i], review_.positions[i]));
    }
    judge_first_stone();
  }

  // Searches positions before and after a loss more closely. That changes the losses of the turns
  // beside, so it repeats until none is left to search, or kMaxClose were.
  void look_closely() {
    if (limits_.close.visits <= limits_.each.visits &&
        limits_.close.seconds <= limits_.each.seconds) {
      return;
    }
    const auto close = query(limits_.close);
    std::vector<bool> is_closed(review_.positions.size());
    for (std::size_t count = 0; count < kMaxClose && !stop_.stop_requested();) {
      std::vector<std::size_t> positions;
      const auto add = [&](std::size_t i) {
        if (is_closed[i] || review_.positions[i].proof != Proof::unknown || count == kMaxClose) {
          return;
        }
        is_closed[i] = true;
        positions.push_back(i);
        ++count;
      };
      for (std::size_t turn : worst_turns(review_, review_.turns.size())) {
        if (review_.turns[turn].loss < kCloseLoss) break;
        add(turn);
        add(turn + 1);
      }
      if (positions.empty()) return;
      const auto reports = search(close, positions)->take();
      for (std::size_t i = 0; i < positions.size(); ++i) {
        if (reports[i]) set_report(review_.positions[positions[i]], *reports[i]);
      }
      judge_turns();
    }
  }

  void judge_swap() {
    if (under_swap_ && review_.positions.size() > 1) {
      const ReviewedPosition& after = review_.positions[1];
      review_.swap =
          SwapVerdict{1, after.black_wins, 1 - after.black_wins, after.report.visits, true};
      return;
    }
    const Game& game = record_.game();
    for (std::size_t i = 0; i < review_.positions.size(); ++i) {
      const Position& position = record_.positions()[i];
      if (!game.may_swap(position)) continue;
      const MoveRule no_swap{.player = position.to_move,
                             .moves = {Move::swap_pieces(), Move::swap_sides()}};
      const SearchLimits& limits = std::max(limits_.each, limits_.close, has_fewer);
      const auto reports = search(query(limits, {no_swap}), {i})->take();
      // The root's own judgement reckons with the swap, its moves' do not.
      if (!reports[0] || reports[0]->moves.empty()) return;
      const double stay = reports[0]->moves.front().win_rate;
      review_.swap = SwapVerdict{i, 1 - stay, stay, reports[0]->visits};
      return;
    }
  }

  static bool has_fewer(const SearchLimits& a, const SearchLimits& b) {
    return std::pair(a.visits, a.seconds) < std::pair(b.visits, b.seconds);
  }

  const Record& record_;
  const ReviewLimits& limits_;
  const std::stop_token& stop_;
  const std::function<void(std::size_t, std::size_t)>& report_;
  Settings settings_;
  std::optional<Record> under_swap_;
  std::array<ReviewedPosition, 2> first_two_;  // of that
  SearchPool pool_;
  Review review_;
  std::size_t done_ = 0, to_do_ = 0;  // searches
};

}  // namespace

Review review(const Record& record, const Reviewer& reviewer, const ReviewLimits& limits,
              const std::stop_token& stop,
              const std::function<void(std::size_t, std::size_t)>& done) {
  return Work(record, reviewer, limits, stop, done).run();
}

std::optional<Decided> decided(const Record& record, const Review& review) {
  std::optional<Decided> found;
  if (review.positions.size() != record.positions().size()) return found;
  for (std::size_t i = review.positions.size(); i-- > 0;) {
    const Result result = proven_result(record.positions()[i], review.positions[i].proof);
    if (result == Result::ongoing || (found && result != found->result)) break;
    found = Decided{i, result};
  }
  return found;
}

Mistake mistake(const ReviewedTurn& turn) {
  if (turn.loss >= 0.4) return Mistake::very_bad;
  if (turn.loss >= 0.2) return Mistake::bad;
  return turn.loss >= 0.1 ? Mistake::doubtful : Mistake::none;
}

const char* sign(Mistake mistake) {
  switch (mistake) {
    case Mistake::none:
      break;
    case Mistake::doubtful:
      return "?!";
    case Mistake::bad:
      return "?";
    case Mistake::very_bad:
      return "??";
  }
  return "";
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
