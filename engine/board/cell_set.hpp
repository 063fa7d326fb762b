#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/board/move.hpp"

namespace isthmus {

// A set of cells of a board of no more than 64 * kWords cells, a bit a cell.
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
      cells.words_[static_cast<std::size_t>(i)] = (~std::uint64_t{0} >> (64 - (to - from))) << from;
    }
    return cells;
  }

  // Cell c where bit c % 64 of word c / 64 is set.
  static constexpr CellBits of_words(const std::array<std::uint64_t, kWords>& words) {
    CellBits cells;
    cells.words_ = words;
    return cells;
  }

  constexpr bool contains(Cell cell) const { return (words_[cell / 64u] >> (cell % 64u)) & 1u; }
  constexpr void insert(Cell cell) { words_[cell / 64u] |= std::uint64_t{1} << (cell % 64u); }
  constexpr void erase(Cell cell) { words_[cell / 64u] &= ~(std::uint64_t{1} << (cell % 64u)); }

  constexpr int size() const {
    int count = 0;
    for (std::uint64_t word : words_) {
      if (word != 0) count += std::popcount(word);  // small boards have few words
    }
    return count;
  }
  constexpr bool empty() const {
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
    for (unsigned i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<Cell>(64u * i + static_cast<unsigned>(std::countr_zero(word))));
      }
    }
  }

  // Cell c is bit c % 64 of word c / 64.
  constexpr const std::array<std::uint64_t, kWords>& words() const { return words_; }

  // The same set for boards of another size, which must have all its cells.
  template <int kOtherWords>
  constexpr CellBits<kOtherWords> resized() const {
    CellBits<kOtherWords> result;
    for_each([&](Cell cell) { result.insert(cell); });
    return result;
  }

  friend constexpr CellBits operator|(const CellBits& a, const CellBits& b) {
    return combine(a, b, [](std::uint64_t x, std::uint64_t y) { return x | y; });
  }
  friend constexpr CellBits operator&(const CellBits& a, const CellBits& b) {
    return combine(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
  }
  // The members of a that are not in b.
  friend constexpr CellBits operator-(const CellBits& a, const CellBits& b) {
    return combine(a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
  }
  friend constexpr bool operator==(const CellBits&, const CellBits&) = default;

 private:
  template <class Operation>
  static constexpr CellBits combine(const CellBits& a, const CellBits& b, Operation operation) {
    CellBits result;
    for (unsigned i = 0; i < a.words_.size(); ++i) {
      result.words_[i] = operation(a.words_[i], b.words_[i]);
    }
    return result;
  }

  std::array<std::uint64_t, kWords> words_{};
};

// A set of cells of any board.
using CellSet = CellBits<kMaxCells / 64>;

}  // namespace isthmus
