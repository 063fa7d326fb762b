#pragma once

#include <cstdint>

namespace isthmus {

// How many positions at the least must be proven to prove that the mover of a position wins, or
// loses: `to_win` and `to_lose` (Allis 1994). Of a proven position one is 0, the other infinite.
inline constexpr std::uint32_t kInfiniteNumber = 1'000'000'000;

constexpr bool are_proof_numbers(std::uint32_t to_win, std::uint32_t to_lose) {
  if (to_win == 0 || to_lose == 0) return to_win + to_lose == kInfiniteNumber;
  return to_win <= kInfiniteNumber && to_lose <= kInfiniteNumber;
}

}  // namespace isthmus
