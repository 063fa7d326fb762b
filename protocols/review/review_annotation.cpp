#include <algorithm>
#include <array>
#include <cstdio>

#include "protocols/drawing/percent_text.hpp"
#include "protocols/review/review.hpp"
#include "protocols/review/review_remarks.hpp"
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

// The best line in place of the turn.
void add_variation(GameFile& file, std::size_t turn, const Review& review) {
  const ReviewedPosition& before = review.positions[turn];
  Record record(file.record.shared_game(), file.record.positions()[turn]);
  Variation variation{.parent = 0, .after = turn, .turns = {}};
  for (std::size_t i = 0; i < std::min(before.line.size(), kVariationLength); ++i) {
    if (!record.play(before.line[i])) break;
    variation.turns.push_back(record.turns().back());
  }
  if (variation.turns.empty()) return;
  const std::string side(name(variation.turns.front().colour));
  variation.notes.push_back(
      {.comment = before.proof == Proof::win
                      ? "Isthmus: better, wins for certain for " + side
                      : "Isthmus: better, " + percent_text(review.turns[turn].best_wins) + " for " +
                            side + " in " + std::to_string(before.report.visits) + " visits"});
  file.variations.push_back(std::move(variation));
}

}  // namespace

void annotate(GameFile& file, const Review& review) {
  if (review.positions.empty()) return;
  const Record& record = file.record;
  add_comment(file.comment,
              "Isthmus: " + standing_text(record.first_position(), review.positions.front()));
  add_value(file.info, review.positions.front().black_wins);
  file.notes.resize(std::max(file.notes.size(), review.turns.size()));
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedPosition& after = review.positions[i + 1];
    Note& note = file.notes[i];
    std::string text = "Isthmus: " + standing_text(record.positions()[i + 1], after) + ", " +
                       verdict_text(record.game(), review.turns[i]);
    for (const std::string& remark : remarks(record, review, i)) text += "\n" + remark;
    add_comment(note.comment, text);
    add_value(note.marks, after.black_wins);
    const Mistake size = mistake(review.turns[i]);
    add_mistake(note.marks, size);
    if (size != Mistake::none) add_variation(file, i, review);
  }
}

}  // namespace isthmus
