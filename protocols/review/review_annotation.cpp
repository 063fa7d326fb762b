#include <algorithm>
#include <array>
#include <cstdio>

#include "protocols/review/review.hpp"
#include "protocols/review/review_text.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kVariationLength = 10;

bool has(const std::vector<SgfMark>& marks, std::initializer_list<std::string_view> names) {
  return std::any_of(marks.begin(), marks.end(), [&](const SgfMark& mark) {
    return std::find(names.begin(), names.end(), mark.name) != names.end();
  });
}

void add_comment(std::string& comment, const std::string& text) {
  if (!comment.empty()) comment += '\n';
  comment += text;
}

// V is positive where Black is ahead; what its unit is, SGF leaves to the game.
void add_value(std::vector<SgfMark>& marks, double black_wins) {
  if (has(marks, {"V"})) return;
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "[%.3f]", 2 * black_wins - 1);
  marks.push_back({"V", text.data()});
}

void add_mistake(std::vector<SgfMark>& marks, Mistake mistake) {
  if (mistake == Mistake::none || has(marks, {"BM", "DO", "IT", "TE"})) return;
  marks.push_back(mistake == Mistake::doubtful ? SgfMark{"DO", "[]"}
                  : mistake == Mistake::bad    ? SgfMark{"BM", "[1]"}
                                               : SgfMark{"BM", "[2]"});
}

// The line that the search expected instead of the turn.
void add_variation(GameFile& file, std::size_t turn, const MoveReport& best) {
  Record record(file.record.shared_game(), file.record.positions()[turn]);
  Variation variation{.parent = 0, .after = turn, .turns = {}};
  for (std::size_t i = 0; i < std::min(best.variation.size(), kVariationLength); ++i) {
    if (!record.play(best.variation[i])) break;
    variation.turns.push_back(record.turns().back());
  }
  if (variation.turns.empty()) return;
  variation.notes.push_back({.comment = "Isthmus: better, " + percent_text(best.win_rate) +
                                        " for " +
                                        std::string(name(variation.turns.front().colour)) + " in " +
                                        std::to_string(best.visits) + " visits"});
  file.variations.push_back(std::move(variation));
}

}  // namespace

void annotate(GameFile& file, const Review& review) {
  if (review.positions.empty()) return;
  const double first = review.positions.front().black_wins;
  add_comment(file.comment, "Isthmus: Black " + percent_text(first));
  add_value(file.info, first);
  file.notes.resize(std::max(file.notes.size(), review.turns.size()));
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedTurn& turn = review.turns[i];
    const double black_wins = review.positions[i + 1].black_wins;
    Note& note = file.notes[i];
    std::string text = "Isthmus: Black " + percent_text(black_wins);
    if (turn.best == turn.turn.move) {
      text += ", the best move";
    } else if (turn.loss == 0) {
      text += ", no worse than " + file.record.game().name(turn.best);
    } else {
      text += ", loses " + percent_text(turn.loss) + " to " + file.record.game().name(turn.best);
    }
    add_comment(note.comment, text);
    add_value(note.marks, black_wins);
    add_mistake(note.marks, mistake(turn));
    if (mistake(turn) != Mistake::none) {
      add_variation(file, i, review.positions[i].report.moves.front());
    }
  }
}

}  // namespace isthmus
