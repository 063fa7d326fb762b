#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/solve/entry_words.hpp"
#include "engine/solve/proof_grounds.hpp"
#include "engine/solve/work.hpp"

namespace isthmus {

// By what the table of DfPn knows a position.
template <int kWords>
struct DfPnKey {
  NarrowStones<kWords> stones;
  std::uint64_t rest;  // the history's digest, who is to move and for whom draws count

  std::uint64_t hash() const;
  friend bool operator==(const DfPnKey&, const DfPnKey&) = default;
};

// What it knows of one, for the position's mover.
template <int kWords>
struct DfPnEntry {
  DfPnKey<kWords> key;
  NarrowStones<kWords> kept{};
  std::uint32_t to_win = 1, to_lose = 1;
  Work work = {};
  Move best = Move::none();
  std::uint16_t fewest = 0;
  std::uint16_t back = 0;  // from the position to the oldest of its grounds, in turns
  bool has_draw = false;

  bool is_solved() const { return to_win == 0 || to_lose == 0; }

  static constexpr std::size_t kSavedWords = 4 * kWords + 4;
  void save(WordWriter& words) const;
  // Nothing where the words are none of an entry of a board of these cells.
  static std::optional<DfPnEntry> load(WordReader& words, const CellBits<kWords>& cells);
};
static_assert(sizeof(DfPnEntry<1>) == 64);  // a cache line

}  // namespace isthmus
