#include "games/y/y_knowledge.hpp"

#include <algorithm>

#include "engine/board/board_words.hpp"
#include "games/y/y_connections.hpp"

namespace isthmus {

namespace {

template <int kWords>
class YKnowledge : public Knowledge {
 public:
  using Cells = CellBits<kWords>;

  explicit YKnowledge(const Board& board) : board_(board), own_(board), theirs_(board) {}

  KnownPosition about(const Position& position) override {
    using Until = typename YConnections<kWords>::Until;
    const Colour mover = position.to_move;
    const Cells own = position.of(mover).resized<kWords>();
    const Cells other = position.of(opponent(mover)).resized<kWords>();
    KnownPosition known;
    own_.find(own, other, Until::first_win);
    if (own_.wins() || own_.winning_move()) {
      known.result = win_for(mover);
      // A side that wins without a move wins with any.
      const Cell any = (board_.cells() - position.occupied()).first();
      known.best = Move(own_.winning_move().value_or(any));
      return known;
    }
    theirs_.find(other, own, Until::exhausted);
    if (theirs_.wins()) {
      known.result = win_for(opponent(mover));
      return known;
    }
    theirs_.must_play().for_each([&](Cell cell) { known.moves.push_back(cell); });
    const auto distance = [&](Cell cell) { return own_.distance(cell) + theirs_.distance(cell); };
    std::stable_sort(known.moves.begin(), known.moves.end(),
                     [&](Cell a, Cell b) { return distance(a) < distance(b); });
    return known;
  }

 private:
  const Board& board_;
  YConnections<kWords> own_, theirs_;
};

}  // namespace

std::unique_ptr<Knowledge> make_y_knowledge(const Board& board) {
  return with_words_for(board, [&](auto words) -> std::unique_ptr<Knowledge> {
    return std::make_unique<YKnowledge<decltype(words)::value>>(board);
  });
}

}  // namespace isthmus
