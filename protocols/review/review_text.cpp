#include "protocols/review/review_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

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

std::string line_of(const Game& game, const Turn& turn, const SearchReport& before) {
  if (before.moves.empty() || before.to_move != turn.colour) return {};
  const std::vector<Move>& moves = before.moves.front().variation;
  std::string text;
  for (std::size_t i = 0; i < std::min(moves.size(), kVariationShown); ++i) {
    text += (i > 0 ? " " : "") + game.name(moves[i]);
  }
  return text;
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

std::string percent_text(double share) { return formatted("%.1f %%", 100 * share); }

std::string review_text(const GameFile& file, const Review& review) {
  const Game& game = file.record.game();
  std::string text =
      formatted("%4s  %-12s%9s%9s    %s\n", "turn", "move", "Black", "loss", "best line");
  if (!review.positions.empty()) {
    text += formatted("%4s  %-12s%7.1f %%\n", "", "", 100 * review.positions[0].black_wins);
  }
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedTurn& turn = review.turns[i];
    const std::string move = std::string(1, letter(turn.turn.colour)) + " " +
                             game.name(turn.turn.move) + sign(mistake(turn));
    text += formatted("%4zu  %-12s%7.1f %%%7.1f %%    ", i + 1, move.c_str(),
                      100 * review.positions[i + 1].black_wins, 100 * turn.loss) +
            line_of(game, turn.turn, review.positions[i].report) + '\n';
  }
  return text + '\n' + averages(review);
}

}  // namespace isthmus
