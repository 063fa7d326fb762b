#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

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
      : has_joined_(std::move(has_joined)), joining_wins_(joining_wins) {
    for (auto& order : orders_) {
      for (Mask rest = cells; rest != 0; rest &= rest - 1) order.push_back(rest & -rest);
    }
  }

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
    // First what won lately with as many stones; what is deeper has an order of its own.
    std::vector<Mask>& order = orders_[static_cast<std::size_t>(std::popcount(own | other))];
    for (auto stone = order.begin(); stone != order.end() && !wins; ++stone) {
      if (((own | other) & *stone) != 0) continue;
      const Mask next = own | *stone;
      wins = has_joined_(next, mover) ? joining_wins_ : !mover_wins(other, next, opponent(mover));
      if (wins) std::rotate(order.begin(), stone, stone + 1);
    }
    known_[key] = wins;
    return wins;
  }

  std::function<bool(Mask, Colour)> has_joined_;
  bool joining_wins_;
  std::unordered_map<std::uint64_t, bool> known_;
  std::array<std::vector<Mask>, 31> orders_;
};

}  // namespace isthmus::test
