#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus::test {

inline Proof better(Proof a, Proof b) {
  const auto rank = [](Proof proof) {
    return proof == Proof::win ? 2 : proof == Proof::draw ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

// Havannah with three cells a side, of cells as bits, from nothing but coordinates. Shares no code
// with what it checks.
class SmallHavannah {
 public:
  using Mask = std::uint32_t;
  static constexpr int kCells = 19;

  SmallHavannah() {
    for (int r = 0; r < 5; ++r) {
      for (int c = std::max(0, 2 - r); c <= std::min(4, 6 - r); ++c) cells_.emplace_back(r, c);
    }
    for (int i = 0; i < kCells; ++i) {
      const auto [r, c] = cells_[at(i)];
      for (int j = 0; j < kCells; ++j) {
        const int dr = cells_[at(j)].first - r, dc = cells_[at(j)].second - c;
        if (std::abs(dr) + std::abs(dc) + std::abs(dr + dc) == 2) near_[i] |= bit(j);
      }
      const int lines[] = {r, 4 - r, c, 4 - c, r + c - 2, 6 - r - c};
      const auto edges = std::count(std::begin(lines), std::end(lines), 0);
      if (edges > 0) border_ |= bit(i);
      if (edges == 2) corners_ |= bit(i);
      for (int edge = 0; edge < 6; ++edge) {
        if (edges == 1 && lines[edge] == 0) edges_[edge] |= bit(i);
      }
    }
  }

  static Mask bit(int cell) { return Mask{1} << cell; }
  std::pair<int, int> place(int cell) const { return cells_[at(cell)]; }

  // Whether one's last stone wins.
  bool has_won(Mask own, int last) const {
    const Mask group = grown(bit(last), own);
    int edges = 0;
    for (const Mask edge : edges_) edges += (group & edge) != 0;
    const Mask corners = group & corners_;
    if (edges >= 3 || (corners & (corners - 1)) != 0) return true;
    if (std::popcount(group) < 6) return false;
    for (int i = 0; i < kCells; ++i) {
      if ((border_ & bit(i)) == 0 && ((near_[i] | bit(i)) & ~group) == 0) return true;
    }
    return (grown(border_ & ~group, ~group) | group) != kAll;
  }

  // For the side to move of a position of this game with three cells a side.
  Proof value(const Game& game, const Position& position) {
    if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
    std::array<Mask, 2> stones{};
    for (int i = 0; i < kCells; ++i) {
      const auto [row, column] = place(i);
      for (const std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
        if (position.stones[colour].contains(game.board().at(row, column))) {
          stones[colour] |= bit(i);
        }
      }
    }
    const auto mover = static_cast<std::size_t>(position.to_move);
    return value(stones[mover], stones[1 - mover]);
  }
  // For the side to move, which has the first stones. Neither side has won yet.
  Proof value(Mask own, Mask other) {
    if ((own | other) == kAll) return Proof::draw;
    const std::uint64_t key = std::uint64_t{own} << 32 | other;
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Proof best = Proof::loss;
    for (int i = 0; i < kCells && best != Proof::win; ++i) {
      if (((own | other) & bit(i)) == 0 && has_won(own | bit(i), i)) best = Proof::win;
    }
    for (int i = 0; i < kCells && best != Proof::win; ++i) {
      if (((own | other) & bit(i)) == 0) {
        best = better(best, reversed(value(other, own | bit(i))));
      }
    }
    known_[key] = best;
    return best;
  }

 private:
  static constexpr Mask kAll = (Mask{1} << kCells) - 1;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // All that is reached from some cells through others.
  Mask grown(Mask from, Mask through) const {
    for (Mask reached = from;; from = reached) {
      for (int i = 0; i < kCells; ++i) {
        if ((from & bit(i)) != 0) reached |= near_[i] & through & kAll;
      }
      if (reached == from) return reached;
    }
  }

  std::vector<std::pair<int, int>> cells_;
  Mask near_[kCells] = {}, edges_[6] = {}, corners_ = 0, border_ = 0;
  std::unordered_map<std::uint64_t, Proof> known_;
};

}  // namespace isthmus::test
