#include "engine/solve/line_boards.hpp"

#include <algorithm>

#include "engine/board/board_words.hpp"

namespace isthmus {

namespace {

Position without_history(const Position& position) {
  Position bare = position;
  bare.history = {};
  return bare;
}

}  // namespace

template <int kWords>
ProofGrounds<kWords> LineBoards<kWords>::end_of(const Position& before, Cell cell,
                                                const Position& position) const {
  Grounds grounds;
  grounds.has_draw = position.result == Result::draw;
  if (before.history.size() == 0) return grounds;
  Position bare = without_history(before);
  game_.play(bare, Move(cell));
  if (bare.result != position.result) {
    // The board has been there, or moves from it lead to some that have.
    const int ply = first_ply_of(position.stones);
    grounds.oldest = ply == Grounds::kNone ? 0 : ply;
  }
  return grounds;
}

// The first board of the line with these stones.
template <int kWords>
int LineBoards<kWords>::first_ply_of(const Stones& stones) const {
  const auto found = std::find(boards_.begin(), boards_.end(), stones);
  return found == boards_.end() ? Grounds::kNone : static_cast<int>(found - boards_.begin());
}

template <int kWords>
void LineBoards<kWords>::add_forbidden(const Position& position, Grounds& grounds) const {
  if (position.history.size() == 0) return;
  const Position bare = without_history(position);
  (game_.legal_cells(bare) - game_.legal_cells(position)).for_each([&](Cell cell) {
    Position next = bare;
    game_.play(next, Move(cell));
    grounds.oldest = std::min(grounds.oldest, first_ply_of(next.stones));
  });
}

template <int kWords>
bool LineBoards<kWords>::is_clear_of(const Grounds& grounds) const {
  return std::none_of(boards_.begin(), boards_.end(), [&](const Stones& stones) {
    const auto on_board = narrow<kWords>(stones);
    return (grounds.kept[0] - on_board[0]).empty() && (grounds.kept[1] - on_board[1]).empty() &&
           on_board[0].size() + on_board[1].size() >= grounds.fewest;
  });
}

#define ISTHMUS_INSTANTIATE(kWords) template class LineBoards<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
