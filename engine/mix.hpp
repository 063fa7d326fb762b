#pragma once

#include <cstdint>

namespace isthmus {

// Scrambles a number so that numbers that differ in one bit give unrelated ones: SplitMix64
// (Steele, Lea and Flood 2014; constants of David Stafford's variant 13).
constexpr std::uint64_t mix(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15U;
  number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31U);
}

}  // namespace isthmus
