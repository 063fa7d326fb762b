#include "protocols/review/review_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "protocols/drawing/percent_text.hpp"
#include "protocols/review/position_proofs.hpp"
#include "protocols/review/review_remarks.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kVariationShown = 8;

template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 96> text;
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

// Black's probability, or who wins for certain.
std::string standing(const Position& position, const ReviewedPosition& reviewed) {
  switch (proven_result(position, reviewed.proof)) {
    case Result::black:
      return "B wins";
    case Result::white:
      return "W wins";
    case Result::draw:
      return "draw";
    case Result::ongoing:
      break;
  }
  return percent_text(reviewed.black_wins);
}

std::string line_of(const Game& game, const std::vector<Move>& moves) {
  std::string text;
  for (std::size_t i = 0; i < std::min(moves.size(), kVariationShown); ++i) {
    text += (i > 0 ? " " : "") + game.name(moves[i]);
  }
  return text;
}

std::string move_text(const Game& game, const ReviewedTurn& turn) {
  return std::string(1, letter(turn.turn.colour)) + " " + game.name(turn.turn.move) +
         sign(mistake(turn));
}

// What there is to say of turns beside their losses.
std::string remarks_text(const Record& record, const Review& review) {
  std::string text;
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedTurn& turn = review.turns[i];
    std::vector<std::string> all = remarks(record, review, i);
    if (mistake(turn) != Mistake::none) {
      all.insert(all.begin(), verdict_text(record.game(), turn) + ".");
    }
    if (all.empty()) continue;
    text += formatted("%4zu  ", i + 1) + move_text(record.game(), turn);
    for (const std::string& remark : all) text += (&remark == &all.front() ? ": " : " ") + remark;
    text += '\n';
  }
  return text.empty() ? text : text + '\n';
}

// What both players lost a move, of all that were searched.
std::string averages(const Review& review) {
  std::string text;
  for (Colour colour : {Colour::black, Colour::white}) {
    double loss = 0;
    int count = 0, best = 0;
    for (const ReviewedTurn& turn : review.turns) {
      if (turn.turn.colour != colour) continue;
      loss += turn.loss;
      ++count;
      if (turn.best == turn.turn.move) ++best;
    }
    if (count == 0) continue;
    text += std::string(colour == Colour::black ? "Black" : "White") + ": " + std::to_string(best) +
            " of " + std::to_string(count) + " moves the best, lost " + percent_text(loss / count) +
            " a move\n";
  }
  return text;
}

}  // namespace

std::string review_text(const GameFile& file, const Review& review) {
  const Record& record = file.record;
  const Game& game = record.game();
  std::string text = formatted("%4s  %-12s%9s%9s%8s    %s\n", "turn", "move", "Black", "loss",
                               "visits", "best line");
  if (!review.positions.empty()) {
    text += formatted("%4s  %-12s%9s\n", "", "",
                      standing(record.first_position(), review.positions[0]).c_str());
  }
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedPosition& before = review.positions[i];
    const bool is_in_order = record.positions()[i].to_move == review.turns[i].turn.colour;
    text += formatted("%4zu  %-12s%9s%7.1f %%%8lld    ", i + 1,
                      move_text(game, review.turns[i]).c_str(),
                      standing(record.positions()[i + 1], review.positions[i + 1]).c_str(),
                      100 * review.turns[i].loss, static_cast<long long>(before.report.visits)) +
            (is_in_order ? line_of(game, before.line) : "") + '\n';
  }
  return text + '\n' + remarks_text(record, review) + averages(review);
}

}  // namespace isthmus
