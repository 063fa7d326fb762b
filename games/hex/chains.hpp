#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/hex/hex_board.hpp"

namespace isthmus {

// One colour's chains on a board of Hex, which the opponent cannot cut: its stones that are joined
// by neighbours, and its two edges, each with the stones that touch it.
template <int kWords>
class Chains {
 public:
  using Cells = CellBits<kWords>;
  using Id = std::uint16_t;

  static constexpr Id kFirstEdge = 0, kSecondEdge = 1;

  Chains(const HexBoard<kWords>& board, const HexStones<kWords>& stones, Colour colour)
      : colour_(colour), empty_(board.cells() - stones.all()) {
    Cells rest = stones[colour];
    for (int edge : {0, 1}) {
      stones_.push_back(take_joined(board, rest, board.edge(colour, edge) & rest));
      liberties_.push_back((liberties_of(board, stones_.back()) | board.edge(colour, edge)) &
                           empty_);
    }
    // What touches both was taken with the first.
    are_joined_ = !(stones_[0] & board.edge(colour, 1)).empty();
    while (!rest.empty()) {
      Cells seed;
      seed.insert(rest.first());
      stones_.push_back(take_joined(board, rest, seed));
      liberties_.push_back(liberties_of(board, stones_.back()) & empty_);
    }
  }

  Colour colour() const { return colour_; }
  const Cells& empty() const { return empty_; }
  // Whether stones join the two edges. Chains of such a board mean nothing else.
  bool are_edges_joined() const { return are_joined_; }
  // Chains are numbered from 0; the first two are the edges.
  Id count() const { return static_cast<Id>(stones_.size()); }
  const Cells& stones(Id chain) const { return stones_[chain]; }
  // The empty cells next to the chain.
  const Cells& liberties(Id chain) const { return liberties_[chain]; }

 private:
  // Takes out of `rest` all that is joined to `seed`, which is part of it.
  static Cells take_joined(const HexBoard<kWords>& board, Cells& rest, const Cells& seed) {
    Cells joined = seed;
    for (Cells fresh = seed; !fresh.empty();) {
      fresh = liberties_of(board, fresh) & (rest - joined);
      joined = joined | fresh;
    }
    rest = rest - joined;
    return joined;
  }

  static Cells liberties_of(const HexBoard<kWords>& board, const Cells& stones) {
    Cells around;
    stones.for_each([&](Cell cell) { around = around | board.neighbours(cell); });
    return around;
  }

  Colour colour_;
  Cells empty_;
  bool are_joined_ = false;
  std::vector<Cells> stones_;
  std::vector<Cells> liberties_;
};

}  // namespace isthmus
