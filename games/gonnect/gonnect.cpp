#include "games/gonnect/gonnect.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/board/group.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

namespace {

constexpr Board::Goals kTopAndBottom = 0b0011, kLeftAndRight = 0b1100;

}  // namespace

Gonnect::Gonnect(int side, SwapRule swap_rule, Repetition repetition)
    : Game(repetition == Repetition::illegal ? kName : kNameWhereRepetitionLoses, make_board(side),
           swap_rule),
      repetition_(repetition) {}

Board Gonnect::make_board(int side) {
  return {Board::Tiling::squares,
          std::vector<Board::Row>(static_cast<std::size_t>(side), Board::Row{0, side}),
          {{"top", std::nullopt, 0, 1},
           {"bottom", std::nullopt, 2, 1},
           {"left", std::nullopt, 3, 1},
           {"right", std::nullopt, 1, 1}},
          [last = side - 1](int r, int c) {
            return static_cast<Board::Goals>((r == 0 ? 1 : 0) | (r == last ? 2 : 0) |
                                             (c == 0 ? 4 : 0) | (c == last ? 8 : 0));
          }};
}

std::vector<Symmetry> Gonnect::symmetries() const {
  const Board& on = board();
  const int last = on.rows() - 1;
  std::vector<Symmetry> all;
  for (const bool exchanges_colours : {false, true}) {
    for (const bool is_mirrored : {false, true}) {
      for (const int first_row : {0, last}) {
        for (const int first_column : {0, last}) {
          all.push_back(make_symmetry(on, exchanges_colours, [&](int r, int c) {
            if (is_mirrored) std::swap(r, c);
            return on.at(first_row == 0 ? r : last - r, first_column == 0 ? c : last - c);
          }));
        }
      }
    }
  }
  return all;
}

Features Gonnect::features(const Position& position) const {
  const CellSet empty = board().cells() - position.occupied();
  Features by_liberties;
  for (const CellSet& stones : position.stones) {
    for (CellSet left = stones; !left.empty();) {
      const CellSet group = group_of(board(), stones, left.first());
      CellSet liberties;
      group.for_each([&](Cell cell) {
        for (const Cell next : board().neighbours(cell)) {
          if (empty.contains(next)) liberties.insert(next);
        }
      });
      const int count = liberties.size();
      if (count >= 1 && count <= feature_count()) {
        CellSet& feature = by_liberties[static_cast<std::size_t>(count - 1)];
        feature = feature | group;
      }
      left = left - group;
    }
  }
  return by_liberties;
}

// Whether the group of a stone has an empty cell beside it. Where it has none, `group` is the
// group.
bool Gonnect::has_liberty(const Stones& stones, Cell cell, CellSet& group) const {
  const CellSet& own = stones[stones[0].contains(cell) ? 0 : 1];
  const CellSet& other = stones[stones[0].contains(cell) ? 1 : 0];
  std::array<Cell, kMaxCells> queue;
  std::size_t tail = 0;
  group = {};
  const auto reach = [&](Cell next) {
    group.insert(next);
    queue[tail++] = next;
  };
  reach(cell);
  for (std::size_t head = 0; head < tail; ++head) {
    for (const Cell next : board().neighbours(queue[head])) {
      if (own.contains(next)) {
        if (!group.contains(next)) reach(next);
      } else if (!other.contains(next)) {
        return true;
      }
    }
  }
  return false;
}

// The stones after the side to move has placed one and captured; without that one where it would
// be suicide.
Gonnect::Stones Gonnect::placed(const Position& position, Cell cell) const {
  const auto own = static_cast<std::size_t>(position.to_move), other = 1 - own;
  Stones stones = position.stones;
  stones[own].insert(cell);
  CellSet group;
  for (const Cell next : board().neighbours(cell)) {
    if (stones[other].contains(next) && !has_liberty(stones, next, group)) {
      stones[other] = stones[other] - group;
    }
  }
  if (!has_liberty(stones, cell, group)) stones[own].erase(cell);
  return stones;
}

// Of the stones alone, not of whose turn it is.
std::uint64_t Gonnect::key(const Stones& stones) const {
  const auto words = static_cast<std::size_t>(board().cell_range() + 63) / 64;
  std::uint64_t key = 0;
  for (const CellSet& set : stones) {
    for (std::size_t i = 0; i < words; ++i) key = SplitMix64::mix(key + set.words()[i]);
  }
  return key;
}

bool Gonnect::may_place(const Position& position, Cell cell) const {
  const Stones after = placed(position, cell);
  if (!after[static_cast<std::size_t>(position.to_move)].contains(cell)) return false;
  return repetition_ == Repetition::loses || !position.history.contains(key(after));
}

void Gonnect::place(Position& position, Cell cell) const {
  position.history.add(key(position.stones));
  position.stones = placed(position, cell);
}

Result Gonnect::result_after(const Position& position, Cell last) const {
  const Colour mover = position.of(Colour::black).contains(last) ? Colour::black : Colour::white;
  if (joins(position.of(mover), last)) return win_for(mover);
  if (repetition_ == Repetition::loses && position.history.contains(key(position.stones))) {
    return win_for(opponent(mover));
  }
  if (can_move(position)) return Result::ongoing;
  // Where stones were set up others than the last may have joined edges.
  for (const Colour colour : {Colour::black, Colour::white}) {
    bool has_joined = false;
    position.of(colour).for_each(
        [&](Cell cell) { has_joined = has_joined || joins(position.of(colour), cell); });
    if (has_joined) return win_for(colour);
  }
  return win_for(opponent(position.to_move));
}

// Whether the group of a stone joins two opposite edges.
bool Gonnect::joins(const CellSet& stones, Cell cell) const {
  const Board::Goals goals = group_goals(board(), stones, cell);
  return (goals & kTopAndBottom) == kTopAndBottom || (goals & kLeftAndRight) == kLeftAndRight;
}

bool Gonnect::can_move(const Position& position) const {
  for (CellSet empty = board().cells() - position.occupied(); !empty.empty();) {
    const Cell cell = empty.first();
    if (may_place(position, cell)) return true;
    empty.erase(cell);
  }
  return false;
}

}  // namespace isthmus
