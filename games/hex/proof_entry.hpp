#pragma once

#include <cstdint>

#include "engine/game/move.hpp"
#include "engine/random/splitmix.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

template <int kWords>
struct HexKey {
  HexStones<kWords> stones;
  Colour mover = Colour::black;

  std::uint64_t hash() const {
    std::uint64_t hash = static_cast<std::uint64_t>(mover);
    for (const CellBits<kWords>& cells : stones.of) {
      for (std::uint64_t word : cells.words()) hash = SplitMix64::mix(hash + word) + 1;
    }
    return hash;
  }
  friend bool operator==(const HexKey&, const HexKey&) = default;
};

// What is known of a position of Hex, for its mover.
template <int kWords>
struct ProofEntry {
  static constexpr std::uint32_t kInfinite = 1'000'000'000;

  HexKey<kWords> key;
  // What may still win, on the board as filled in.
  CellBits<kWords> moves;
  // While unknown: what suffices the opponent against all other moves, on the board as filled in.
  // Then the empty cells of the key that suffice the winner.
  CellBits<kWords> carrier;
  // How much is left to do at the least to prove a win, and a loss (Allis 1994). 0 where proven.
  std::uint32_t to_win = 1;
  std::uint32_t to_lose = 1;
  std::uint32_t work = 0;  // nodes below
  Move best = Move::none();

  bool wins() const { return to_win == 0; }
  bool loses() const { return to_lose == 0; }
  bool is_solved() const { return wins() || loses(); }
};

}  // namespace isthmus
