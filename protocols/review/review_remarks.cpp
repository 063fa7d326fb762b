#include "protocols/review/review_remarks.hpp"

#include "protocols/drawing/percent_text.hpp"
#include "protocols/review/move_remarks.hpp"
#include "protocols/review/position_proofs.hpp"

namespace isthmus {

namespace {

std::string colour_text(Colour colour) { return colour == Colour::black ? "Black" : "White"; }

std::string result_text(Result result, const char* wins, const char* draws) {
  if (result == Result::draw) return draws;
  return colour_text(result == Result::black ? Colour::black : Colour::white) + wins;
}

void add_swap(std::vector<std::string>& all, const Record& record, const SwapVerdict& swap,
              std::size_t turn) {
  const bool is_better = swap.swap > swap.stay;
  if (turn + 1 == swap.turn) {
    if (swap.is_assumed) {
      all.push_back("No swap rule is named: the first stone is judged as if White might swap it.");
    }
    all.push_back("Who swaps this has " + percent_text(swap.swap) + ", who does not " +
                  percent_text(swap.stay) + ".");
  } else if (turn == swap.turn && !swap.is_assumed) {
    const bool was_taken = record.turns()[turn].move.is_swap();
    all.push_back(std::string(was_taken ? "To swap" : "Not to swap") + " was " +
                  (was_taken == is_better ? "right" : "wrong") + ": " + percent_text(swap.swap) +
                  " with the swap, " + percent_text(swap.stay) + " without.");
  }
}

void add_decided(std::vector<std::string>& all, const Record& record, const Review& review,
                 std::size_t turn) {
  const auto end = decided(record, review);
  if (!end || end->position != turn + 1) return;
  // What all can see needs no word.
  if (record.positions()[turn + 1].result != Result::ongoing) return;
  all.push_back("From here on " + result_text(end->result, " has won", "the game is drawn") +
                " for certain.");
}

// What the better move of a mistake, and the answer to it, have to do with bridges and edges.
void add_mistake(std::vector<std::string>& all, const Record& record, const Review& review,
                 std::size_t turn) {
  const Game& game = record.game();
  const ReviewedTurn& judged = review.turns[turn];
  const Position& before = record.positions()[turn];
  const Position& after = record.positions()[turn + 1];
  if (judged.turn.colour != before.to_move) return;
  if (review.positions[turn].proof == Proof::win) {
    all.push_back(game.name(judged.turn.move) + " gives away a certain win.");
  }
  const std::vector<Move>& line = review.positions[turn].line;
  const std::vector<Move>& reply = review.positions[turn + 1].line;
  if (const std::string what = move_remark(game, before, judged.best); !what.empty()) {
    all.push_back("The better " + game.name(judged.best) + " " + what + ".");
  }
  if (const std::string what = ladder_remark(game, before, line); !what.empty()) {
    all.push_back("The better line has " + what + ".");
  }
  if (reply.empty()) return;
  if (const std::string what = move_remark(game, after, reply.front()); !what.empty()) {
    all.push_back(colour_text(after.to_move) + "'s answer " + game.name(reply.front()) + " " +
                  what + ".");
  }
  if (const std::string what = ladder_remark(game, after, reply); !what.empty()) {
    all.push_back("After it there is " + what + ".");
  }
}

}  // namespace

std::string standing_text(const Position& position, const ReviewedPosition& reviewed) {
  const Result result = proven_result(position, reviewed.proof);
  if (result == Result::ongoing) return "Black " + percent_text(reviewed.black_wins);
  return result_text(result, " wins", "a draw") + " for certain";
}

std::string verdict_text(const Game& game, const ReviewedTurn& turn) {
  if (turn.best == turn.turn.move) return "the best move";
  if (turn.loss == 0) return "no worse than " + game.name(turn.best);
  return "loses " + percent_text(turn.loss) + " to " + game.name(turn.best) + ": " +
         percent_text(turn.wins) + " in place of " + percent_text(turn.best_wins);
}

std::vector<std::string> remarks(const Record& record, const Review& review, std::size_t turn) {
  std::vector<std::string> all;
  if (review.swap) add_swap(all, record, *review.swap, turn);
  if (mistake(review.turns[turn]) != Mistake::none) add_mistake(all, record, review, turn);
  add_decided(all, record, review, turn);
  return all;
}

}  // namespace isthmus
