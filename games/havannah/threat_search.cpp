#include "games/havannah/threat_search.hpp"

namespace isthmus {

bool ThreatSearch::wins(const ShapeChains& own, const ShapeChains& other, ShapeBits first,
                        int max_stones) {
  left_ = max_stones;
  return search(own, other, first, 0);
}

bool ThreatSearch::search(const ShapeChains& own, const ShapeChains& other, ShapeBits first,
                          std::size_t depth) {
  const ShapeBits empty = board_.cells() & ~(own.stones() | other.stones());
  std::array<Step, ShapeBoard::kBits> single;
  std::size_t count = 0;
  for (ShapeBits rest = first; rest != 0; rest &= rest - 1) {
    if (left_-- <= 0) return false;
    const int bit = std::countr_zero(rest);
    const ShapeBits threats = own.winning_after(board_, bit, empty & ~shape_bit(bit));
    if (threats == 0) continue;
    const Step step{bit, threats, own.stones() | shape_bit(bit)};
    if (std::has_single_bit(threats)) {
      single[count++] = step;
      continue;
    }
    line_[depth] = step;
    length_ = depth + 1;
    return true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Step& step = single[i];
    const ShapeChains answer(board_, other, std::countr_zero(step.threats));
    const ShapeBits left = empty & ~(shape_bit(step.bit) | step.threats);
    const ShapeBits counter = answer.winning(board_, left);
    if (counter != 0 && !std::has_single_bit(counter)) continue;
    line_[depth] = step;
    if (search(ShapeChains(board_, own, step.bit), answer, counter != 0 ? counter : left,
               depth + 1)) {
      return true;
    }
    if (left_ <= 0) return false;
  }
  return false;
}

bool ThreatSearch::wins_against(const ShapeChains& other) const {
  ShapeChains answered = other;
  const ShapeBits before = line_[0].stones & ~shape_bit(line_[0].bit);
  ShapeBits empty = board_.cells() & ~(before | other.stones());
  for (std::size_t i = 0; i < length_; ++i) {
    const Step& step = line_[i];
    const ShapeBits at = shape_bit(step.bit);
    if ((empty & at) == 0 || (answered.winning(board_, empty) & ~at) != 0) return false;
    empty &= ~at;
    const ShapeBits threats = step.threats & empty;
    if (threats == 0) return false;
    if (!std::has_single_bit(threats)) return true;
    answered = ShapeChains(board_, answered, std::countr_zero(threats));
    empty &= ~threats;
  }
  return false;
}

}  // namespace isthmus
