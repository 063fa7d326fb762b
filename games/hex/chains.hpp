#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/hex/hex_board.hpp"

namespace isthmus {

// One colour's chains on a board of Hex or Y: groups of its stones that touch, which the opponent
// cannot cut, and its edges, in Hex each with the stones that touch it.
template <int kWords>
class Chains {
 public:
  using Cells = CellBits<kWords>;
  using Id = std::uint16_t;

  static constexpr Id kFirstEdge = 0, kSecondEdge = 1;

  Chains(const HexBoard<kWords>& board, const HexStones<kWords>& stones, Colour colour)
      : colour_(colour), empty_(board.cells() - stones.all()) {
    Cells rest = stones[colour];
    for (int edge = 0; edge < board.edge_count(); ++edge) {
      const Cells& cells = board.edge(colour, edge);
      stones_.push_back(board.edges_join() ? take_joined(board, rest, cells & rest) : Cells{});
      liberties_.push_back((liberties_of(board, stones_.back()) | cells) & empty_);
      at_edge_[static_cast<std::size_t>(edge)] = liberties_.back();
    }
    // In Hex what touches both was taken with the first.
    are_joined_ = board.edges_join() && !(stones_[0] & board.edge(colour, 1)).empty();
    while (!rest.empty()) {
      Cells seed;
      seed.insert(rest.first());
      stones_.push_back(take_joined(board, rest, seed));
      liberties_.push_back(liberties_of(board, stones_.back()) & empty_);
      if (!board.edges_join()) reach_edges(board);
    }
  }

  Colour colour() const { return colour_; }
  const Cells& empty() const { return empty_; }
  // Whether stones join all edges. Where they do, nothing else here means anything.
  bool are_edges_joined() const { return are_joined_; }
  // Chains are numbered from 0; the first ones are the edges.
  Id count() const { return static_cast<Id>(stones_.size()); }
  const Cells& stones(Id chain) const { return stones_[chain]; }
  // The empty cells next to the chain.
  const Cells& liberties(Id chain) const { return liberties_[chain]; }
  // The empty cells where a stone touches the edge, by itself or by a chain that does.
  const Cells& at_edge(Id edge) const { return at_edge_[edge]; }

 private:
  // In Y: by the last chain.
  void reach_edges(const HexBoard<kWords>& board) {
    int touched = 0;
    for (int edge = 0; edge < board.edge_count(); ++edge) {
      if ((stones_.back() & board.edge(colour_, edge)).empty()) continue;
      Cells& at_edge = at_edge_[static_cast<std::size_t>(edge)];
      at_edge = at_edge | liberties_.back();
      ++touched;
    }
    are_joined_ = are_joined_ || touched == board.edge_count();
  }

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
  std::array<Cells, 3> at_edge_;
};

}  // namespace isthmus
