#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"

namespace isthmus::test {

// Who wins positions of Hex and Y, on boards of up to 128 cells, by the rules and by one remark:
// who wins by answers on some cells wins whatever the other has elsewhere. So where a move is
// refuted, only moves on cells of that refutation are left to be tried. Shares no code with what it
// checks; it may be given hints as to what to try first, which cost time where they are wrong and
// nothing else.
class PlainSolver {
 public:
  __extension__ using Mask = unsigned __int128;

  PlainSolver(int rows, int columns) : columns_(columns), slots_(kSlots) {
    Mask top = 0, bottom = 0, left = 0, right = 0;
    for (int i = 0; i < rows * columns; ++i) {
      const int row = i / columns, column = i % columns;
      add(i);
      if (row == 0) top |= bit(i);
      if (row == rows - 1) bottom |= bit(i);
      if (column == 0) left |= bit(i);
      if (column == columns - 1) right |= bit(i);
    }
    edges_ = {{{top, bottom}, {left, right}}};
  }
  // Y on the cells (row, column) of side x side with row + column < side.
  static PlainSolver triangle(int side) {
    PlainSolver solver(side);
    Mask top = 0, left = 0, last = 0;
    for (int i = 0; i < side * side; ++i) {
      const int row = i / side, column = i % side;
      if (row + column >= side) continue;
      solver.add(i);
      if (row == 0) top |= bit(i);
      if (column == 0) left |= bit(i);
      if (row + column == side - 1) last |= bit(i);
    }
    solver.edges_ = {{{top, left, last}, {top, left, last}}};
    return solver;
  }

  // A move for who is to move, or nothing.
  using Hint = std::function<std::optional<Cell>(Mask black, Mask white, Colour to_move)>;

  static Mask bit(int cell) { return Mask{1} << cell; }
  static Mask mask(const CellSet& cells) {
    Mask all = 0;
    cells.for_each([&](Cell cell) { all |= bit(cell); });
    return all;
  }
  Mask all() const { return all_; }

  // Whether the colour's stones join its edges.
  bool has_won(Mask own, Colour colour) const {
    Mask on_all = all_;  // what a group that joins all edges holds
    for (const Mask edge : edges_[index(colour)]) on_all &= joined(own, edge);
    return on_all != 0;
  }
  // The winner; nothing after `nodes` positions (0: no limit).
  std::optional<Colour> winner(Mask black, Mask white, Colour to_move, std::int64_t nodes = 0,
                               Hint hint = {}) {
    hint_ = std::move(hint);
    if (has_won(black, Colour::black)) return Colour::black;
    if (has_won(white, Colour::white)) return Colour::white;
    left_ = nodes > 0 ? nodes : -1;
    const Answer answer = search({black, white}, index(to_move));
    if (!answer.is_known) return std::nullopt;
    return answer.mover_wins ? to_move : opponent(to_move);
  }

 private:
  explicit PlainSolver(int columns) : columns_(columns), slots_(kSlots) {}

  void add(int cell) {
    all_ |= bit(cell);
    if (cell % columns_ > 0) not_first_ |= bit(cell);
    if (cell % columns_ < columns_ - 1) not_last_ |= bit(cell);
  }

  using Stones = std::array<Mask, 2>;  // by colour
  struct Answer {
    bool is_known = false;
    bool mover_wins = false;
    Mask needs = 0;  // the cells that the winner plays on
  };
  struct Slot {
    Stones stones{};
    std::size_t mover = 0;
    Answer answer;
  };

  static constexpr std::size_t kSlots = 1 << 18;

  static std::size_t index(Colour colour) { return static_cast<std::size_t>(colour); }

  Mask around(Mask cells) const {
    const Mask left = (cells & not_first_) >> 1, right = (cells & not_last_) << 1;
    return (left | right | cells >> columns_ | cells << columns_ |
            (cells & not_last_) << 1 >> columns_ | (cells & not_first_) << columns_ >> 1) &
           all_;
  }
  // What stones of `own` join to cells of `from`.
  Mask joined(Mask own, Mask from) const {
    Mask reached = own & from;
    for (Mask before = 0; before != reached;) {
      before = reached;
      reached |= around(reached) & own;
    }
    return reached;
  }
  // The cells on which a stone wins at once.
  Mask winning_cells(const Stones& stones, std::size_t colour) const {
    Mask cells = all_ & ~stones[0] & ~stones[1];
    for (const Mask edge : edges_[colour]) {
      cells &= edge | around(joined(stones[colour], edge));
    }
    return cells;
  }
  // By cell: how many stones the colour is away from joining it to its edges, and 99 if it cannot.
  void add_distances(const Stones& stones, std::size_t colour, std::array<int, 128>& sums) const {
    const Mask empty = all_ & ~stones[0] & ~stones[1];
    for (const Mask edge : edges_[colour]) {
      Mask reached = joined(stones[colour], edge);
      Mask ring = (edge | around(reached)) & empty;
      int distance = 1;
      for (; ring != 0; ++distance) {
        for (Mask rest = ring; rest != 0; rest &= rest - 1) sums[first(rest)] += distance;
        reached |= ring;
        reached |= joined(stones[colour], around(reached));
        ring = around(reached) & empty & ~reached;
      }
      for (Mask rest = empty & ~reached; rest != 0; rest &= rest - 1) sums[first(rest)] += 99;
    }
  }
  static std::size_t first(Mask cells) {
    const auto low = static_cast<std::uint64_t>(cells);
    return static_cast<std::size_t>(
        low != 0 ? __builtin_ctzll(low)
                 : 64 + __builtin_ctzll(static_cast<std::uint64_t>(cells >> 64)));
  }
  Slot& slot_of(const Stones& stones, std::size_t mover) {
    std::uint64_t hash = mover;
    for (const Mask cells : stones) {
      for (const Mask part : {cells, cells >> 64}) {
        hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29;
      }
    }
    return slots_[hash % kSlots];
  }

  // Neither side has won.
  Answer search(const Stones& stones, std::size_t mover) {
    if (const Mask wins = winning_cells(stones, mover); wins != 0) {
      return {true, true, wins & -wins};
    }
    if (left_ == 0) return {};
    if (left_ > 0) --left_;
    Slot& slot = slot_of(stones, mover);
    if (slot.answer.is_known && slot.stones == stones && slot.mover == mover) return slot.answer;
    const Answer answer = try_moves(stones, mover);
    if (answer.is_known) slot = {stones, mover, answer};
    return answer;
  }
  Answer try_moves(const Stones& stones, std::size_t mover) {
    const std::size_t other = 1 - mover;
    Answer answer{true, false, 0};
    Mask open = all_ & ~stones[0] & ~stones[1];
    if (const Mask threats = winning_cells(stones, other); threats != 0) {
      const Mask one = threats & -threats;  // which all other moves leave open
      answer.needs = open = one;
      if (threats != one) {
        answer.needs |= (threats ^ one) & -(threats ^ one);
        return answer;
      }
    }
    std::optional<Cell> hint;
    if (hint_) hint = hint_(stones[0], stones[1], mover == 0 ? Colour::black : Colour::white);
    std::array<int, 128> sums{};
    if (hint) sums[*hint] = -1000;
    add_distances(stones, 0, sums);
    add_distances(stones, 1, sums);
    while (open != 0) {
      std::size_t best = first(open);
      for (Mask rest = open; rest != 0; rest &= rest - 1) {
        if (sums[first(rest)] < sums[best]) best = first(rest);
      }
      const Mask move = Mask{1} << best;
      Stones next = stones;
      next[mover] |= move;
      const Answer reply = search(next, other);
      if (!reply.is_known) return {};
      if (!reply.mover_wins) return {true, true, reply.needs | move};
      answer.needs |= reply.needs;
      open &= reply.needs;
    }
    return answer;
  }

  int columns_;
  Mask all_ = 0, not_first_ = 0, not_last_ = 0;
  std::array<std::vector<Mask>, 2> edges_;  // by colour
  std::vector<Slot> slots_;
  Hint hint_;
  std::int64_t left_ = -1;  // positions that may still be looked into; -1: no limit
};

}  // namespace isthmus::test
