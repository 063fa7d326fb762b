#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "engine/random/splitmix.hpp"
#include "engine/solve/entry_words.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/work.hpp"
#include "games/havannah/shape_chains.hpp"

namespace isthmus {

// A position as its mover sees it, up to symmetry: a digit to the base of three for each cell, in
// the order of bits (0 empty, 1 the mover's, 2 the other's), times two, and one more where a draw
// counts as won by the mover.
struct HavannahKey {
  std::uint64_t code = 0;

  std::uint64_t hash() const { return SplitMix64::mix(code); }
  friend bool operator==(const HavannahKey&, const HavannahKey&) = default;
};

// What is known of one, for its mover; cells are those of the image that the key is of.
struct HavannahEntry {
  static constexpr std::uint32_t kInfinite = kInfiniteNumber;
  static constexpr std::uint8_t kNoBest = ShapeBoard::kBits;

  HavannahKey key;
  ShapeBits moves = 0;  // what may still win
  std::uint32_t to_win = 1, to_lose = 1;
  Work work = {};
  std::uint8_t best = kNoBest;
  // Whether the proof relies on draws. While unknown: that of the moves that are refuted.
  bool has_draw = false;
  // Whether after each of the moves a win by threats has been looked for.
  bool answers_tried = false;

  bool wins() const { return to_win == 0; }
  bool loses() const { return to_lose == 0; }
  bool is_solved() const { return wins() || loses(); }
  bool relies_on_draws() const { return has_draw; }
  void set_solved(bool wins) {
    to_win = wins ? 0 : kInfinite;
    to_lose = wins ? kInfinite : 0;
  }

  // As ProofTable has it; the cells of the board by their bits.
  static constexpr std::size_t kSavedWords = 4;
  void save(WordWriter& words) const;
  static std::optional<HavannahEntry> load(WordReader& words, const CellBits<1>& cells);
};
static_assert(sizeof(HavannahEntry) == 32);

}  // namespace isthmus
