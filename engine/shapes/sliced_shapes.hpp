// Who has a shape, for all boards of a word at once.

#if defined(ISTHMUS_ENGINE_SLICED_SHAPES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SLICED_SHAPES_HPP
#undef ISTHMUS_ENGINE_SLICED_SHAPES_HPP
#else
#define ISTHMUS_ENGINE_SLICED_SHAPES_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/shapes/hexagon_rows.hpp"
#include "engine/shapes/shape_task.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// The stones of one colour on a hexagon of hexagons, and whether some that are joined by neighbours
//
//   join two of the six corners (bridge),
//   join three of the six edges, to which no corner belongs (fork), or
//   go around at least one cell, whatever is on that (ring).
//
// A ring cuts cells off from the rim, unless it holds none but its own stones: then one of these
// has six neighbours. All else is floods through the stones, from the rim to the rim:
//
// - from each edge but one; a cell of an edge is in a fork where two of the others reach it;
// - from the corners whose number has a bit set, for each of the three bits; a corner without that
//   bit is in a bridge where the flood reaches it.
template <class Word>
class SlicedShapes {
 public:
  // An empty board.
  explicit SlicedShapes(int side) : rows_(side), stride_(rows_.count() + 2) {
    for (int i = 0; i < stride_ * stride_; ++i) own_[i] = reached_[i] = Word{};
    for (int row = 0; row < rows_.count(); ++row) {
      const int last = rows_.end(row) - 1;
      for (int column = rows_.first(row); column <= last; ++column) {
        const int edge = rows_.edge(row, column), corner = rows_.corner(row, column);
        if (edge < 0 && corner < 0) continue;
        rim_[rim_count_++] = {index(row, column), edge, corner};
      }
    }
  }

  // The word of boards where a cell has a stone.
  Word& own(int row, int column) { return own_[index(row, column)]; }

  // The boards, of those that are asked for, that have a shape. Of others it may say anything.
  Word find(Word asked) {
    const Word rings = find_rings(asked);
    return rings | find_others(asked & ~rings);
  }

  // Those that have a ring.
  Word find_rings(Word asked) {
    Word found = full_hexagons();
    complement();
    flood(asked & ~found, [](const RimCell&) { return true; });
    found = found | cut_off();
    complement();
    return found;
  }

  // Those that have a bridge or a fork.
  Word find_others(Word asked) {
    Word found{};
    for (int i = 0; i < rim_count_; ++i) once_[i] = Word{};
    for (int edge = 0; edge < kEdges - 1; ++edge) {
      flood(asked & ~found, [&](const RimCell& cell) { return cell.edge == edge; });
      for (int i = 0; i < rim_count_; ++i) {
        if (rim_[i].edge <= edge) continue;
        const Word here = reached_[rim_[i].index];
        found = found | (once_[i] & here);
        once_[i] = once_[i] | here;
      }
    }
    for (int bit = 0; bit < kCornerBits; ++bit) {
      const auto has_bit = [&](const RimCell& cell) { return ((cell.corner >> bit) & 1) != 0; };
      flood(asked & ~found, [&](const RimCell& cell) { return cell.corner >= 0 && has_bit(cell); });
      for (int i = 0; i < rim_count_; ++i) {
        if (rim_[i].corner < 0 || has_bit(rim_[i])) continue;
        found = found | reached_[rim_[i].index];
      }
    }
    return found;
  }

  // Those where stones that are joined cross the board, as all bridges and forks do and a few
  // others: from two edges that meet, with the corners at either end of both, to the two across and
  // their corners. Of any two edges that do not meet, and of any two corners, one is on the one
  // side in some of three such floods and one on the other.
  Word find_crossings(Word asked) {
    Word found{};
    for (int turn = 0; turn < kEdges; turn += 2) {
      const auto is_at = [&](const RimCell& cell, int edge) {
        const int from_first = (cell.edge - edge + kEdges) % kEdges;
        const int from_last = (cell.corner - edge + 1 + kEdges) % kEdges;
        return cell.edge >= 0 ? from_first < 2 : from_last < 3;
      };
      flood(asked & ~found, [&](const RimCell& cell) { return is_at(cell, turn); });
      for (int i = 0; i < rim_count_; ++i) {
        if (is_at(rim_[i], turn + 3)) found = found | reached_[rim_[i].index];
      }
    }
    return found;
  }

 private:
  static constexpr int kEdges = 6, kCornerBits = 3;
  static constexpr int kMaxStride = 2 * ShapeTask::kMaxSide + 1;

  // Of a cell on the rim: one of `edge` and `corner` is -1.
  struct RimCell {
    int index;
    int edge;
    int corner;
  };

  // Words lie by row with one more all around, always zero, so that each cell has six neighbours.
  int index(int row, int column) const { return (row + 1) * stride_ + column + 1; }

  template <class Visit>
  ISTHMUS_INLINE void for_each_cell(Visit&& visit) {
    for (int row = 0; row < rows_.count(); ++row) {
      for (int i = index(row, rows_.first(row)); i < index(row, rows_.end(row)); ++i) visit(i);
    }
  }

  void complement() {
    for_each_cell([&](int i) { own_[i] = ~own_[i]; });
  }

  Word full_hexagons() {
    Word found{};
    for_each_cell([&](int i) {
      const Word* own = own_ + i;
      found = found | (own[0] & own[-1] & own[1] & own[-stride_] & own[1 - stride_] &
                       own[stride_ - 1] & own[stride_]);
    });
    return found;
  }

  Word cut_off() {
    Word found{};
    for_each_cell([&](int i) { found = found | (own_[i] & ~reached_[i]); });
    return found;
  }

  // Reaches what is joined to those cells of the rim that are sources, on the boards asked for.
  template <class IsSource>
  void flood(Word asked, IsSource&& is_source) {
    for_each_cell([&](int i) { reached_[i] = Word{}; });
    for (int i = 0; i < rim_count_; ++i) {
      if (is_source(rim_[i])) reached_[rim_[i].index] = own_[rim_[i].index];
    }
    do sweep_down();
    while (any(sweep_up() & asked));
  }

  // Goes on to the right and to the two cells below.
  ISTHMUS_INLINE void sweep_down() {
    for (int row = 0; row < rows_.count(); ++row) {
      Word left{};
      for (int i = index(row, rows_.first(row)); i < index(row, rows_.end(row)); ++i) {
        const Word above = reached_[i - stride_] | reached_[i - stride_ + 1];
        left = reached_[i] | (own_[i] & above) | (own_[i] & left);
        reached_[i] = left;
      }
    }
  }

  // Goes on to the left and to the two cells above; returns the boards that this has changed.
  // Those that it has not are done, as sweep_down() came before.
  ISTHMUS_INLINE Word sweep_up() {
    Word changed{};
    for (int row = rows_.count() - 1; row >= 0; --row) {
      Word right{};
      for (int i = index(row, rows_.end(row)) - 1; i >= index(row, rows_.first(row)); --i) {
        const Word below = reached_[i + stride_] | reached_[i + stride_ - 1];
        const Word before = reached_[i];
        right = before | (own_[i] & below) | (own_[i] & right);
        changed = changed | (before ^ right);
        reached_[i] = right;
      }
    }
    return changed;
  }

  HexagonRows rows_;
  int stride_;
  int rim_count_ = 0;
  RimCell rim_[6 * ShapeTask::kMaxSide];
  Word once_[6 * ShapeTask::kMaxSide];  // boards where an edge of a lower number reaches the cell
  Word own_[kMaxStride * kMaxStride];
  Word reached_[kMaxStride * kMaxStride];
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
