#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace isthmus {

// How many positions at the least must be proven to prove that the mover of a position wins, or
// loses: `to_win` and `to_lose` (Allis 1994). Of a proven position one is 0, the other infinite.
inline constexpr std::uint32_t kInfiniteNumber = 1'000'000'000;

constexpr bool are_proof_numbers(std::uint32_t to_win, std::uint32_t to_lose) {
  if (to_win == 0 || to_lose == 0) return to_win + to_lose == kInfiniteNumber;
  return to_win <= kInfiniteNumber && to_lose <= kInfiniteNumber;
}

// A number of a position in which `others` other threads search, as one more thread that looks for
// work sees it: as if each of them had gone on for as long as one does (virtual proof numbers:
// Kaneko, "Parallel depth first proof number search", 2010). Or for one step alone, so that threads
// stay nearer to each other.
constexpr std::uint32_t virtual_number(std::uint32_t number, int others, bool one_step = false) {
  constexpr std::uint32_t kMost = kInfiniteNumber - 1;
  for (; others > 0 && number < kMost; --others) {
    number = std::min(kMost, number + (one_step ? 0 : number / 4) + 1);
  }
  return number;
}

// Of `moves` moves that may still win, the most promising first, how many are searched at a time:
// others take the places of those that are refuted (Arneson, Hayward and Henderson, "Solving Hex:
// beyond humans", 2010).
constexpr std::size_t searched_at_a_time(std::size_t moves) {
  return std::min(moves, (moves + 7) / 4);
}

}  // namespace isthmus
