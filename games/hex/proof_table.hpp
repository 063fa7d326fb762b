#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/game/move.hpp"
#include "engine/random/splitmix.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// What is known of a position of Hex, for its mover.
template <int kWords>
struct ProofEntry {
  static constexpr std::uint32_t kInfinite = 1'000'000'000;

  HexStones<kWords> stones;
  // What may still win, on the board as filled in.
  CellBits<kWords> moves;
  // While unknown: what suffices the opponent against all other moves, on the board as filled in.
  // Then the empty cells of `stones` that suffice the winner.
  CellBits<kWords> carrier;
  // How much is left to do at the least to prove a win, and a loss (Allis 1994). 0 where proven.
  std::uint32_t to_win = 1;
  std::uint32_t to_lose = 1;
  std::uint32_t work = 0;  // nodes below
  Move best = Move::none();
  Colour mover = Colour::black;

  bool wins() const { return to_win == 0; }
  bool loses() const { return to_lose == 0; }
  bool is_solved() const { return wins() || loses(); }
};

// Entries by position, within a fixed amount of memory: of four that compete for a place the one
// with the least work goes.
template <int kWords>
class ProofTable {
 public:
  using Entry = ProofEntry<kWords>;

  explicit ProofTable(std::size_t bytes)
      : buckets_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {}

  // Nothing where the position is not there.
  const Entry* find(const HexStones<kWords>& stones, Colour mover) const {
    for (const Entry& entry : buckets_[place(stones, mover)]) {
      if (entry.work > 0 && entry.mover == mover && entry.stones == stones) return &entry;
    }
    return nullptr;
  }

  // Takes the place of what was known of the position. An entry has work to show.
  void store(const Entry& fresh) {
    Bucket& bucket = buckets_[place(fresh.stones, fresh.mover)];
    Entry* least = &bucket[0];
    for (Entry& entry : bucket) {
      if (entry.work > 0 && entry.mover == fresh.mover && entry.stones == fresh.stones) {
        entry = fresh;
        return;
      }
      if (entry.work < least->work) least = &entry;
    }
    *least = fresh;
  }

 private:
  using Bucket = std::array<Entry, 4>;

  std::size_t place(const HexStones<kWords>& stones, Colour mover) const {
    std::uint64_t hash = static_cast<std::uint64_t>(mover);
    for (const CellBits<kWords>& cells : stones.of) {
      for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
    }
    return hash % buckets_.size();
  }

  std::vector<Bucket> buckets_;
};

}  // namespace isthmus
