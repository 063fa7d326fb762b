#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/position.hpp"
#include "tests/support/brute_force.hpp"

namespace isthmus::test {

// Who wins each position of a board of Hex of up to 16 cells, whatever stones there are, by trying
// everything where it is asked for: a byte for each of 3 to the power of the cells.
class BoardValues {
 public:
  using Mask = BruteForce::Mask;

  BoardValues(int rows, int columns) {
    const BruteForce rules(rows, columns);
    all_ = rules.all();
    std::vector<std::size_t> powers{1};
    while (std::ssize(powers) <= rules.cells()) powers.push_back(3 * powers.back());
    for (Mask mask = 0; mask <= all_; ++mask) {
      places_.push_back(0);
      for (int i = 0; i < rules.cells(); ++i) {
        if ((mask & BruteForce::bit(i)) != 0) places_[mask] += powers[static_cast<std::size_t>(i)];
      }
      joins_[0].push_back(rules.has_won(mask, Colour::black));
      joins_[1].push_back(rules.has_won(mask, Colour::white));
    }
    values_.resize(powers.back());
  }

  bool black_wins(Mask black, Mask white, Colour to_move) {
    if (joins_[0][black]) return true;
    if (joins_[1][white]) return false;
    std::uint8_t& value = values_[places_[black] + 2 * places_[white]];
    const bool is_black = to_move == Colour::black;
    const int bits = is_black ? 0 : 2;
    if ((value >> bits & kKnown) == 0) {
      bool mover_wins = false;
      for (Mask rest = all_ & ~(black | white); rest != 0 && !mover_wins; rest &= rest - 1) {
        const Mask stone = rest & ~(rest - 1);
        mover_wins = black_wins(is_black ? black | stone : black, is_black ? white : white | stone,
                                opponent(to_move)) == is_black;
      }
      value |= static_cast<std::uint8_t>((kKnown | (mover_wins == is_black ? kBlack : 0)) << bits);
    }
    return (value >> bits & kBlack) != 0;
  }
  // Calls visit(black, white) for each position of a game, whose move follows from the stones, that
  // neither side has won.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (Mask black = 0; black <= all_; ++black) {
      if (joins_[0][black]) continue;
      const Mask rest = all_ & ~black;
      for (Mask white = rest;; white = (white - 1) & rest) {
        const int more = std::popcount(black) - std::popcount(white);
        if ((more == 0 || more == 1) && !joins_[1][white]) visit(black, white);
        if (white == 0) break;
      }
    }
  }

 private:
  static constexpr int kKnown = 1, kBlack = 2;

  Mask all_ = 0;
  std::vector<std::size_t> places_;   // by stones of a colour
  std::vector<bool> joins_[2];        // by colour and its stones: whether they join its edges
  std::vector<std::uint8_t> values_;  // by who is to move: whether it is known, and Black wins
};

}  // namespace isthmus::test
