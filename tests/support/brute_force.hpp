#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"

namespace isthmus::test {

// Hex by trying everything, on boards of up to 25 cells as masks, from nothing but coordinates.
// Shares no code with what it checks.
class BruteForce {
 public:
  using Mask = std::uint32_t;

  BruteForce(int rows, int columns) : cells_(rows * columns), near_(25) {
    for (auto& order : orders_) {
      order.resize(at(cells_));
      std::iota(order.begin(), order.end(), 0);
    }
    for (int i = 0; i < cells_; ++i) {
      const int r = i / columns, c = i % columns;
      for (int j = 0; j < cells_; ++j) {
        const int dr = j / columns - r, dc = j % columns - c;
        if (std::abs(dr) + std::abs(dc) + std::abs(dr + dc) == 2) near_[at(i)] |= bit(j);
      }
      if (r == 0) edges_[0][0] |= bit(i);
      if (r == rows - 1) edges_[0][1] |= bit(i);
      if (c == 0) edges_[1][0] |= bit(i);
      if (c == columns - 1) edges_[1][1] |= bit(i);
    }
  }

  static Mask bit(int cell) { return Mask{1} << cell; }
  static Mask mask(const CellSet& cells) {
    Mask all = 0;
    cells.for_each([&](Cell cell) { all |= bit(cell); });
    return all;
  }

  Mask all() const { return bit(cells_) - 1; }
  int cells() const { return cells_; }
  Mask edge(Colour colour, int which) const { return edges_[index(colour)][which]; }

  // Whether cells of `own` join a cell of `from` to one of `to`.
  bool joins(Mask own, Mask from, Mask to) const {
    Mask reached = own & from;
    for (Mask fresh = reached; fresh != 0;) {
      Mask around = 0;
      for (; fresh != 0; fresh &= fresh - 1) around |= near_[at(std::countr_zero(fresh))];
      fresh = around & own & ~reached;
      reached |= fresh;
    }
    return (reached & to) != 0;
  }
  bool has_won(Mask own, Colour colour) const {
    return joins(own, edge(colour, 0), edge(colour, 1));
  }

  // Whether the owner of `own` can join `from` to `to` against any play of the owner of `other`.
  bool can_join(Mask own, Mask other, Mask from, Mask to, bool own_moves) {
    if (from != from_ || to != to_) {
      known_.clear();
      from_ = from;
      to_ = to;
    }
    return search(own, other, own_moves);
  }

  // Whether `colour` wins.
  bool wins(Mask black, Mask white, Colour colour, Colour to_move) {
    const bool is_black = colour == Colour::black;
    return can_join(is_black ? black : white, is_black ? white : black, edge(colour, 0),
                    edge(colour, 1), colour == to_move);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  bool search(Mask own, Mask other, bool own_moves) {
    if (joins(own, from_, to_)) return true;
    if (!joins(all() & ~other, from_, to_)) return false;
    const std::uint64_t key = (std::uint64_t{own} << 32 | other) ^ (std::uint64_t{own_moves} << 63);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    bool result = !own_moves;
    // First what was good lately with as many stones; what is deeper has an order of its own.
    std::vector<int>& order = orders_[at(std::popcount(own | other))];
    for (auto next = order.begin(); next != order.end() && result != own_moves; ++next) {
      const Mask stone = bit(*next);
      if (((own | other) & stone) != 0) continue;
      result = own_moves ? search(own | stone, other, false) : search(own, other | stone, true);
      if (result == own_moves) std::rotate(order.begin(), next, next + 1);
    }
    known_[key] = result;
    return result;
  }

  int cells_;
  std::vector<Mask> near_;
  Mask edges_[2][2] = {};  // by colour
  Mask from_ = 0, to_ = 0;
  std::unordered_map<std::uint64_t, bool> known_;
  std::array<std::vector<int>, 26> orders_;
};

}  // namespace isthmus::test
