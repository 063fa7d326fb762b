#include "games/havannah/shape_chains.hpp"

#include <algorithm>
#include <stdexcept>

namespace isthmus {

namespace {

constexpr std::size_t kAround = 6;

// The cells of which the neighbour beyond side i, clockwise, is one of these.
std::array<ShapeBits, kAround> shifted(ShapeBits bits) {
  return {bits << 7, bits >> 1, bits >> 8, bits >> 7, bits << 1, bits << 8};
}

// The neighbours beyond side i of these.
ShapeBits beyond(std::size_t i, ShapeBits bits) {
  constexpr std::array<int, kAround> kLeft{0, 1, 8, 7, 0, 0}, kRight{7, 0, 0, 0, 1, 8};
  return bits << kLeft[i] >> kRight[i];
}

}  // namespace

ShapeBoard::ShapeBoard(const Board& board) : columns_(board.columns()) {
  if (columns_ > 2 * kMaxShapeSide - 1) {
    throw std::invalid_argument("the board has too many cells a side");
  }
  board.cells().for_each([&](Cell cell) {
    const int bit = this->bit(cell);
    const auto at = static_cast<std::size_t>(bit);
    cells_ |= shape_bit(bit);
    for (const Cell next : board.neighbours(cell)) neighbours_[at] |= shape_bit(this->bit(next));
    if (board.neighbours(cell).size() == kAround) inner_ |= shape_bit(bit);
    goals_[at] = board.goals(cell);
    if ((goals_[at] & kCorners) != 0) corners_ |= shape_bit(bit);
    for (unsigned edges = 1; edges <= kEdges; ++edges) {
      const bool is_third = std::popcount(edges) == 2 && (goals_[at] & kEdges & ~edges) != 0;
      if (is_third) with_edges_[edges] |= shape_bit(bit);
    }
  });
}

ShapeBits ShapeBoard::bits(const CellSet& cells) const {
  ShapeBits bits = 0;
  cells.for_each([&](Cell cell) { bits |= shape_bit(bit(cell)); });
  return bits;
}

CellSet ShapeBoard::cells(ShapeBits bits) const {
  CellSet cells;
  for_each_bit(bits, [&](int bit) { cells.insert(cell(bit)); });
  return cells;
}

ShapeBits ShapeBoard::closing(ShapeBits chain) const {
  const std::array<ShapeBits, kAround> has = shifted(chain);
  // A cell at which the chain has stones on two sides that are not beside each other, with a gap on
  // either way around: the chain and the cell go around one of the gaps.
  ShapeBits once = 0, twice = 0;
  for (std::size_t i = 0; i < kAround; ++i) {
    const ShapeBits ends = has[i] & ~has[(i + 1) % kAround];
    twice |= once & ends;
    once |= ends;
  }
  // The sixth neighbour of a cell of which the chain has five.
  std::array<ShapeBits, kAround> before;  // the cells with all stones beyond sides less than i
  ShapeBits all = inner_;
  for (std::size_t i = 0; i < kAround; ++i) {
    before[i] = all;
    all &= has[i];
  }
  ShapeBits after = ~ShapeBits{0};
  for (std::size_t i = kAround; i-- > 0;) {
    twice |= beyond(i, before[i] & after & ~has[i]);
    after &= has[i];
  }
  return twice & cells_ & ~chain;
}

ShapeBits ShapeBoard::around(ShapeBits bits) const {
  ShapeBits next = 0;
  for (const ShapeBits side : shifted(bits)) next |= side;
  return next & cells_;
}

bool ShapeBoard::has_ring(ShapeBits stones) const {
  ShapeBits enclosed = inner_;
  for (const ShapeBits side : shifted(stones)) enclosed &= side;
  if (enclosed != 0) return true;
  const ShapeBits rest = cells_ & ~stones;
  ShapeBits open = rest & ~inner_;
  for (ShapeBits next = open; next != 0;) {
    next = around(next) & rest & ~open;
    open |= next;
  }
  return open != rest;
}

bool ShapeBoard::has_shape(ShapeBits stones) const {
  for (ShapeBits rest = stones; rest != 0;) {
    ShapeBits chain = rest & -rest;
    for (ShapeBits next = chain; next != 0;) {
      next = around(next) & rest & ~chain;
      chain |= next;
    }
    unsigned goals = 0;
    for_each_bit(chain & ~inner_, [&](int bit) { goals |= this->goals(bit); });
    if (is_shape(goals)) return true;
    rest &= ~chain;
  }
  return has_ring(stones);
}

ShapeChains& ShapeChains::operator=(const ShapeChains& other) {
  stones_ = other.stones_;
  count_ = other.count_;
  std::copy_n(other.chains_.begin(), count_, chains_.begin());
  return *this;
}

ShapeChains::ShapeChains(const ShapeBoard& board, const ShapeChains& chains, int bit)
    : stones_(chains.stones_ | shape_bit(bit)) {
  Chain joined{shape_bit(bit), 0, 0, board.goals(bit)};
  const ShapeBits beside = board.neighbours(bit);
  joined.beside = beside;
  for (std::size_t i = 0; i < chains.count_; ++i) {
    const Chain& chain = chains.chains_[i];
    if ((chain.stones & beside) == 0) {
      chains_[count_++] = chain;
      continue;
    }
    joined.stones |= chain.stones;
    joined.beside |= chain.beside;
    joined.goals |= chain.goals;
  }
  joined.completes =
      board.closing(joined.stones) | (joined.beside & board.completing(joined.goals));
  chains_[count_++] = joined;
}

ShapeBits ShapeChains::winning_after(const ShapeBoard& board, int bit, ShapeBits empty) const {
  const ShapeBits beside = board.neighbours(bit);
  ShapeBits joined = shape_bit(bit), beside_joined = beside, beside_others = 0;
  unsigned goals = board.goals(bit);
  for (std::size_t i = 0; i < count_; ++i) {
    const Chain& chain = chains_[i];
    if ((chain.stones & beside) == 0) {
      beside_others |= chain.beside;
      continue;
    }
    joined |= chain.stones;
    beside_joined |= chain.beside;
    goals |= chain.goals;
  }
  ShapeBits wins = board.closing(joined) | (beside_joined & board.completing(goals));
  wins &= empty;
  for_each_bit(beside_joined & beside_others & empty & ~wins, [&](int next) {
    unsigned all = goals | board.goals(next);
    for (std::size_t i = 0; i < count_; ++i) {
      if ((chains_[i].beside & shape_bit(next)) != 0) all |= chains_[i].goals;
    }
    if (ShapeBoard::is_shape(all)) wins |= shape_bit(next);
  });
  return wins;
}

ShapeBits ShapeChains::winning(const ShapeBoard& board, ShapeBits empty) const {
  ShapeBits wins = 0, once = 0, twice = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    wins |= chains_[i].completes;
    twice |= once & chains_[i].beside;
    once |= chains_[i].beside;
  }
  wins &= empty;
  for_each_bit(twice & empty & ~wins, [&](int bit) {
    unsigned goals = board.goals(bit);
    for (std::size_t i = 0; i < count_; ++i) {
      if ((chains_[i].beside & shape_bit(bit)) != 0) goals |= chains_[i].goals;
    }
    if (ShapeBoard::is_shape(goals)) wins |= shape_bit(bit);
  });
  return wins;
}

}  // namespace isthmus
