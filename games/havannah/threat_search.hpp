#pragma once

#include <array>
#include <cstddef>

#include "games/havannah/shape_chains.hpp"

namespace isthmus {

// Wins by threats alone: each stone threatens to make a shape with the next one, so that the other
// side has but one answer, until one stone threatens in two ways.
class ThreatSearch {
 public:
  explicit ThreatSearch(const ShapeBoard& board) : board_(board) {}

  // Whether `own`, to move, is found to win so before `max_stones` are tried. Neither side has a
  // shape, nor can `own` make one at once; `first` are the cells for the first stone: all empty
  // ones, or where the other side threatens to make a shape, in one way, the one against that.
  bool wins(const ShapeChains& own, const ShapeChains& other, ShapeBits first, int max_stones);
  // The first stone of the win found last.
  int first() const { return line_[0].bit; }
  // Whether the moves of the win found last also win where the other side has these stones, of
  // which one was not there then.
  bool wins_against(const ShapeChains& other) const;

 private:
  struct Step {
    int bit;            // where `own` plays
    ShapeBits threats;  // then, with which it would have a shape
    ShapeBits stones;   // all of its own then
  };

  bool search(const ShapeChains& own, const ShapeChains& other, ShapeBits first, std::size_t depth);

  const ShapeBoard& board_;
  int left_ = 0;
  std::size_t length_ = 0;
  std::array<Step, ShapeBoard::kBits> line_;
};

}  // namespace isthmus
