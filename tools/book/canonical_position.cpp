#include "tools/book/canonical_position.hpp"

#include <algorithm>
#include <array>

namespace isthmus::book {

namespace {

// What a symmetry makes of a position: who is to move, and each colour's stones.
struct View {
  Colour to_move;
  std::array<std::vector<Cell>, 2> stones;

  auto operator<=>(const View&) const = default;
};

View view_of(const Position& position, const Symmetry& symmetry) {
  const bool exchanges = symmetry.exchanges_colours;
  View view{exchanges ? opponent(position.to_move) : position.to_move, {}};
  for (std::size_t colour = 0; colour < 2; ++colour) {
    std::vector<Cell>& stones = view.stones[exchanges ? 1 - colour : colour];
    position.stones[colour].for_each([&](Cell cell) { stones.push_back(symmetry.images[cell]); });
    std::sort(stones.begin(), stones.end());
  }
  return view;
}

std::string text_of(const Board& board, const View& view) {
  std::string text = view.to_move == Colour::black ? "B" : "W";
  char before = ' ';
  for (const std::vector<Cell>& stones : view.stones) {
    text += before;
    for (std::size_t i = 0; i < stones.size(); ++i) {
      if (i > 0) text += ' ';
      text += board.name(stones[i]);
    }
    before = '/';
  }
  return text;
}

// The cells of "e5 c3".
std::optional<CellSet> read_stones(const Board& board, std::string_view text) {
  CellSet stones;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto cell = board.find(text.substr(0, end));
    if (!cell) return std::nullopt;
    stones.insert(*cell);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return stones;
}

}  // namespace

CanonicalPosition::CanonicalPosition(const Game& game, const std::vector<Symmetry>& symmetries,
                                     const Position& position) {
  View least = view_of(position, symmetries.front());
  views_.push_back(&symmetries.front());
  for (std::size_t i = 1; i < symmetries.size(); ++i) {
    View view = view_of(position, symmetries[i]);
    if (view > least) continue;
    if (view < least) {
      least = std::move(view);
      views_.clear();
    }
    views_.push_back(&symmetries[i]);
  }
  text_ = text_of(game.board(), least);
}

Cell CanonicalPosition::canonical(Cell cell) const {
  Cell least = views_.front()->images[cell];
  for (const Symmetry* view : views_) least = std::min(least, view->images[cell]);
  return least;
}

Cell CanonicalPosition::original(Cell cell) const {
  const std::vector<Cell>& images = views_.front()->images;
  return static_cast<Cell>(std::find(images.begin(), images.end(), cell) - images.begin());
}

std::optional<Position> read_position(const Game& game, std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool is_black = text.starts_with("B ");
  if (slash == text.npos || !(is_black || text.starts_with("W "))) return std::nullopt;
  const auto black = read_stones(game.board(), text.substr(2, slash - 2));
  const auto white = read_stones(game.board(), text.substr(slash + 1));
  if (!black || !white || !(*black & *white).empty()) return std::nullopt;
  return game.setup(*black, *white, is_black ? Colour::black : Colour::white);
}

}  // namespace isthmus::book
