#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>

#include "engine/board/move.hpp"

namespace isthmus {

// A set of cells of a board of no more than 64 * kWords cells, a bit a cell. Its small functions
// are always inlined, and its words are no std::array: with sanitizers compilers would leave calls,
// which took a fifth of the solvers' time there.
template <int kWords>
class CellBits {
 public:
  // The `count` > 0 cells from `first` on.
  static constexpr CellBits range(int first, int count) {
    CellBits cells;
    const int end = first + count;
    for (int i = first / 64; 64 * i < end; ++i) {
      const int from = first > 64 * i ? first - 64 * i : 0;
      const int to = end < 64 * i + 64 ? end - 64 * i : 64;
      cells.words_[i] = (~std::uint64_t{0} >> (64 - (to - from))) << from;
    }
    return cells;
  }

  // Cell c where bit c % 64 of word c / 64 is set.
  static constexpr CellBits of_words(const std::array<std::uint64_t, kWords>& words) {
    CellBits cells;
    for (std::size_t i = 0; i < kWords; ++i) cells.words_[i] = words[i];
    return cells;
  }

  [[gnu::always_inline]] constexpr bool contains(Cell cell) const {
    return (words_[cell / 64u] >> (cell % 64u)) & 1u;
  }
  [[gnu::always_inline]] constexpr void insert(Cell cell) {
    words_[cell / 64u] |= std::uint64_t{1} << (cell % 64u);
  }
  [[gnu::always_inline]] constexpr void erase(Cell cell) {
    words_[cell / 64u] &= ~(std::uint64_t{1} << (cell % 64u));
  }

  constexpr int size() const {
    int count = 0;
    for (std::uint64_t word : words_) {
      if (word != 0) count += std::popcount(word);  // small boards have few words
    }
    return count;
  }
  [[gnu::always_inline]] constexpr bool empty() const {
    for (std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }

  // The least member. Only where there is one.
  constexpr Cell first() const {
    unsigned i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<Cell>(64u * i + static_cast<unsigned>(std::countr_zero(words_[i])));
  }

  // Calls visit(Cell) for each member in increasing order.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < kWords; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<Cell>(64u * i + static_cast<unsigned>(std::countr_zero(word))));
      }
    }
  }

  // Cell c is bit c % 64 of word c / 64.
  constexpr std::span<const std::uint64_t, kWords> words() const { return words_; }

  // The same set for boards of another size, which must have all its cells.
  template <int kOtherWords>
  constexpr CellBits<kOtherWords> resized() const {
    CellBits<kOtherWords> result;
    for_each([&](Cell cell) { result.insert(cell); });
    return result;
  }

  [[gnu::always_inline]] friend constexpr CellBits operator|(const CellBits& a, const CellBits& b) {
    CellBits result;
    for (int i = 0; i < kWords; ++i) result.words_[i] = a.words_[i] | b.words_[i];
    return result;
  }
  [[gnu::always_inline]] friend constexpr CellBits operator&(const CellBits& a, const CellBits& b) {
    CellBits result;
    for (int i = 0; i < kWords; ++i) result.words_[i] = a.words_[i] & b.words_[i];
    return result;
  }
  // The members of a that are not in b.
  [[gnu::always_inline]] friend constexpr CellBits operator-(const CellBits& a, const CellBits& b) {
    CellBits result;
    for (int i = 0; i < kWords; ++i) result.words_[i] = a.words_[i] & ~b.words_[i];
    return result;
  }
  [[gnu::always_inline]] friend constexpr bool operator==(const CellBits&,
                                                          const CellBits&) = default;
  // An order for maps: that of the words.
  friend constexpr auto operator<=>(const CellBits&, const CellBits&) = default;

 private:
  std::uint64_t words_[kWords]{};
};

// A set of cells of any board.
using CellSet = CellBits<kMaxCells / 64>;

}  // namespace isthmus
