#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/position.hpp"
#include "tests/support/brute_force.hpp"

namespace isthmus::test {

// Who wins each position of a board of Hex of up to 16 cells, whatever stones there are, worked out
// by the rules from full boards backwards: a byte for each of 3 to the power of the cells.
class BoardValues {
 public:
  using Mask = BruteForce::Mask;

  BoardValues(int rows, int columns) : rules_(rows, columns) {
    std::vector<std::size_t> powers{1};
    while (std::ssize(powers) <= rules_.cells()) powers.push_back(3 * powers.back());
    std::vector<std::uint8_t> wins;  // by stones: a bit for each colour whose edges they join
    for (Mask mask = 0; mask <= rules_.all(); ++mask) {
      places_.push_back(0);
      for (int i = 0; i < rules_.cells(); ++i) {
        if ((mask & BruteForce::bit(i)) != 0) places_[mask] += powers[static_cast<std::size_t>(i)];
      }
      wins.push_back(static_cast<std::uint8_t>(rules_.has_won(mask, Colour::black) +
                                               2 * rules_.has_won(mask, Colour::white)));
    }
    values_.resize(powers.back());
    Mask black = 0, white = rules_.all();  // of the last place
    for (std::size_t place = values_.size(); place-- > 0;) {
      std::uint8_t& value = values_[place];
      if ((wins[black] & 1) != 0) {
        value = kOver | 3;
      } else if ((wins[white] & 2) != 0) {
        value = kOver;
      } else {
        bool by_black = false, by_white = true;  // whether Black wins, by who is to move
        for (int i = 0; i < rules_.cells(); ++i) {
          if (((black | white) & BruteForce::bit(i)) != 0) continue;
          const std::size_t stone = powers[static_cast<std::size_t>(i)];
          by_black = by_black || (values_[place + stone] & 2) != 0;
          by_white = by_white && (values_[place + 2 * stone] & 1) != 0;
        }
        value = static_cast<std::uint8_t>(by_black + 2 * by_white);
      }
      // The next place: White's stones count two, Black's one.
      Mask cell = 1;
      for (; ((black | white) & cell) == 0 && cell <= rules_.all(); cell <<= 1) white |= cell;
      black ^= cell & rules_.all();
      white &= ~cell;
    }
  }

  const BruteForce& rules() const { return rules_; }
  bool black_wins(Mask black, Mask white, Colour to_move) const {
    return (at(black, white) >> static_cast<int>(to_move) & 1) != 0;
  }
  bool is_over(Mask black, Mask white) const { return (at(black, white) & kOver) != 0; }
  // Calls visit(black, white) for each position of a game, whose move follows from the stones, that
  // neither side has won.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (Mask black = 0; black <= rules_.all(); ++black) {
      const Mask rest = rules_.all() & ~black;
      for (Mask white = rest;; white = (white - 1) & rest) {
        const int more = std::popcount(black) - std::popcount(white);
        if ((more == 0 || more == 1) && !is_over(black, white)) visit(black, white);
        if (white == 0) break;
      }
    }
  }

 private:
  static constexpr std::uint8_t kOver = 4;

  std::uint8_t at(Mask black, Mask white) const {
    return values_[places_[black] + 2 * places_[white]];
  }

  BruteForce rules_;
  std::vector<std::size_t> places_;   // by stones of a colour
  std::vector<std::uint8_t> values_;  // a bit by who is to move, whether Black wins; and kOver
};

}  // namespace isthmus::test
