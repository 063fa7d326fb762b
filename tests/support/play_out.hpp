#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"

namespace isthmus::test {

// Who wins a game that who has joined something wins, or loses, by playing everything; for boards
// whose cells have numbers below 30, as masks. Shares no code with what it checks.
class PlayOut {
 public:
  using Mask = std::uint32_t;

  // `has_joined` says of all stones of a colour whether they have joined its edges.
  PlayOut(Mask cells, std::function<bool(Mask stones, Colour colour)> has_joined, bool joining_wins)
      : cells_(cells), has_joined_(std::move(has_joined)), joining_wins_(joining_wins) {}

  static Mask mask(const CellSet& cells) { return static_cast<Mask>(cells.words()[0]); }

  // Neither side has joined anything yet.
  Colour winner(const Position& position) {
    const bool wins = mover_wins(mask(position.of(position.to_move)),
                                 mask(position.of(opponent(position.to_move))), position.to_move);
    return wins ? position.to_move : opponent(position.to_move);
  }
  // Likewise, but the side to move is to have played there.
  Colour winner_after(Position position, Cell cell) {
    const Colour mover = position.to_move;
    position.of(mover).insert(cell);
    position.to_move = opponent(mover);
    if (!has_joined_(mask(position.of(mover)), mover)) return winner(position);
    return joining_wins_ ? mover : opponent(mover);
  }
  bool is_over(const Position& position) const {
    return has_joined_(mask(position.stones[0]), Colour::black) ||
           has_joined_(mask(position.stones[1]), Colour::white);
  }

 private:
  bool mover_wins(Mask own, Mask other, Colour mover) {
    const std::uint64_t key =
        std::uint64_t{own} << 32 | other | std::uint64_t{mover == Colour::white} << 63;
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool wins = false;
    for (Mask rest = cells_ & ~own & ~other; rest != 0 && !wins; rest &= rest - 1) {
      const Mask next = own | (rest & -rest);
      wins = has_joined_(next, mover) ? joining_wins_ : !mover_wins(other, next, opponent(mover));
    }
    known_[key] = wins;
    return wins;
  }

  Mask cells_;
  std::function<bool(Mask, Colour)> has_joined_;
  bool joining_wins_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace isthmus::test
