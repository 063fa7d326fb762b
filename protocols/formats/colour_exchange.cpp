#include "protocols/formats/colour_exchange.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/board/symmetry.hpp"

namespace isthmus {

namespace {

// Properties of FF[4] that say the same of either colour.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPairs{
    {{"BR", "WR"}, {"BT", "WT"}, {"BL", "WL"}, {"OB", "OW"}, {"GB", "GW"}, {"TB", "TW"}}};

void exchange(SgfMark& mark) {
  for (const auto& [black, white] : kPairs) {
    if (mark.name == black || mark.name == white) {
      mark.name = mark.name == black ? white : black;
      return;
    }
  }
  // A value is positive where it is good for Black.
  if (mark.name != "V") return;
  if (mark.values.compare(0, 2, "[-") == 0) {
    mark.values.erase(1, 1);
  } else {
    mark.values.insert(1, 1, '-');
  }
}

void exchange(std::vector<SgfMark>& marks) {
  for (SgfMark& mark : marks) exchange(mark);
}

void exchange(std::vector<Note>& notes) {
  for (Note& note : notes) exchange(note.marks);
}

void exchange(std::string& result) {
  if (result.size() < 2 || result[1] != '+') return;
  if (result[0] == 'B') {
    result[0] = 'W';
  } else if (result[0] == 'W') {
    result[0] = 'B';
  }
}

}  // namespace

bool has_like_colours(const Game& game) {
  const std::vector<Symmetry> all = game.symmetries();
  const std::vector<Cell> unmoved = identity(game.board()).images;
  return std::any_of(all.begin(), all.end(), [&](const Symmetry& symmetry) {
    return symmetry.exchanges_colours && symmetry.images == unmoved;
  });
}

void exchange_colours_of_text(GameFile& file) {
  std::swap(file.black_name, file.white_name);
  exchange(file.result);
  exchange(file.info);
  exchange(file.notes);
  for (Variation& variation : file.variations) exchange(variation.notes);
}

}  // namespace isthmus
