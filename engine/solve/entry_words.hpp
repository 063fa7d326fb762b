#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

// Entries of a table as words, one field after the other.

class WordWriter {
 public:
  explicit WordWriter(std::vector<std::uint64_t>& words) : words_(words) {}

  void add(std::uint64_t word) { words_.push_back(word); }
  void add(std::uint32_t low, std::uint32_t high) { add(low | std::uint64_t{high} << 32); }
  template <int kWords>
  void add(const CellBits<kWords>& cells) {
    for (std::uint64_t word : cells.words()) add(word);
  }

 private:
  std::vector<std::uint64_t>& words_;
};

// Of as many words as are read.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}

  std::uint64_t word() { return words_[next_++]; }
  // The low and the high half of a word.
  std::pair<std::uint32_t, std::uint32_t> halves() {
    const std::uint64_t both = word();
    return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
  }
  template <int kWords>
  CellBits<kWords> cells() {
    std::array<std::uint64_t, kWords> words;
    for (std::uint64_t& part : words) part = word();
    return CellBits<kWords>::of_words(words);
  }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t next_ = 0;
};

// The move on one of these cells, or none, that has this code; nothing where it is neither.
template <int kWords>
std::optional<Move> move_of_code(std::uint32_t code, const CellBits<kWords>& cells) {
  if (code == Move::none().code()) return Move::none();
  if (code >= 64 * kWords || !cells.contains(static_cast<Cell>(code))) return std::nullopt;
  return Move(static_cast<Cell>(code));
}

}  // namespace isthmus
