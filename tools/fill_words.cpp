// Writes the random words of fills to standard output without end, as raw bytes, for a battery of
// statistical tests: in the order in which the sixteen groups of a unit use them on an empty
// 11 x 11 board, and for task after task of 2,048 fills, the seeds counting up from 0.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "engine/fill_task.hpp"
#include "engine/xorwow.hpp"

int main() {
  constexpr std::uint32_t kCells = 121;
  constexpr std::uint32_t kUnits = 4;
  constexpr std::uint32_t kGroups = isthmus::kFillsPerUnit / 32;
  std::vector<std::uint32_t> words(kUnits * kCells * kGroups);
  for (std::uint64_t seed = 0;; ++seed) {
    const isthmus::FillKeys keys(seed);
    for (std::uint32_t group = 0; group < kUnits * kGroups; ++group) {
      isthmus::Xorwow<std::uint32_t> next(keys, group);
      for (std::uint32_t cell = 0; cell < kCells; ++cell) {
        words[(group / kGroups * kCells + cell) * kGroups + group % kGroups] = next();
      }
    }
    if (std::fwrite(words.data(), sizeof words[0], words.size(), stdout) != words.size()) return 0;
  }
}
