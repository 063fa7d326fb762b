#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "engine/board/cell_set.hpp"

namespace isthmus {

// The stones of both sides, on boards of up to 64 * kWords cells.
template <int kWords>
using NarrowStones = std::array<CellBits<kWords>, 2>;

template <int kWords>
NarrowStones<kWords> narrow(const std::array<CellSet, 2>& stones) {
  return {stones[0].resized<kWords>(), stones[1].resized<kWords>()};
}

// What a proof rests on besides its position, where positions may not come again.
template <int kWords>
struct ProofGrounds {
  static constexpr int kNone = std::numeric_limits<int>::max();

  // On all of its boards after this one; how many there are at the least.
  NarrowStones<kWords> kept{CellBits<kWords>::range(0, 64 * kWords),
                            CellBits<kWords>::range(0, 64 * kWords)};
  int fewest = kMaxCells;
  int oldest = kNone;     // the first board of the line that must not come again
  bool has_draw = false;  // whether some of its lines end in a draw

  // Of a proof that goes by way of this board.
  ProofGrounds with(const std::array<CellSet, 2>& stones) const {
    ProofGrounds grounds = *this;
    const auto on_board = narrow<kWords>(stones);
    grounds.kept = {kept[0] & on_board[0], kept[1] & on_board[1]};
    grounds.fewest = std::min(fewest, stones[0].size() + stones[1].size());
    return grounds;
  }
  // Of a proof that needs another one too.
  void add(const ProofGrounds& other) {
    kept = {kept[0] & other.kept[0], kept[1] & other.kept[1]};
    fewest = std::min(fewest, other.fewest);
    oldest = std::min(oldest, other.oldest);
    has_draw = has_draw || other.has_draw;
  }
};

}  // namespace isthmus
