// Writes random words to standard output without end, as raw bytes, for a battery of statistical
// tests: fill_words [GENERATOR]
//
//   xorwow         those of fills (the default), in the order in which the sixteen groups of a unit
//                  use them on an empty 11 x 11 board, and for task after task of 2,048 fills, the
//                  seeds counting up from 0
//   philox         the same with a Philox4x32-10 a group
//   curand-xorwow  a word each in turn of the first sixteen subsequences that cuRAND's XORWOW has
//                  for the seed 0
//   park-miller    Park and Miller's numbers from 1 on, the upper 16 of their 31 bits: the first
//                  of two numbers is the upper half of a word, the second the lower

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "engine/fills/fill_task.hpp"
#include "engine/random/xorwow.hpp"
#include "gpu/baselines/curand_xorwow.hpp"
#include "gpu/baselines/park_miller.hpp"
#include "gpu/baselines/philox.hpp"

namespace isthmus {

namespace {

constexpr std::uint32_t kCells = 121;
constexpr std::uint32_t kUnits = 4;
constexpr std::uint32_t kGroups = kFillsPerUnit / 32;

bool write(const std::vector<std::uint32_t>& words) {
  return std::fwrite(words.data(), sizeof words[0], words.size(), stdout) == words.size();
}

// generator(seed, group) gives the generator of a group of fills.
template <class Generator>
void write_as_fills(Generator&& generator) {
  std::vector<std::uint32_t> words(kUnits * kCells * kGroups);
  for (std::uint64_t seed = 0;; ++seed) {
    for (std::uint32_t group = 0; group < kUnits * kGroups; ++group) {
      auto next = generator(seed, group);
      for (std::uint32_t cell = 0; cell < kCells; ++cell) {
        words[(group / kGroups * kCells + cell) * kGroups + group % kGroups] = next();
      }
    }
    if (!write(words)) return;
  }
}

void write_curand_xorwow() {
  const CurandXorwow generators(0);
  std::vector<Xorwow<std::uint32_t>> next;
  for (std::uint32_t i = 0; i < kGroups; ++i) next.push_back(generators.subsequence(i));
  std::vector<std::uint32_t> words(1 << 14);
  do {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = next[i % kGroups]();
  } while (write(words));
}

void write_park_miller() {
  std::vector<std::uint32_t> words(1 << 14);
  ParkMiller next(1);
  do {
    for (std::uint32_t& word : words) {
      const std::uint32_t upper = next() >> 15;
      word = upper << 16 | next() >> 15;
    }
  } while (write(words));
}

}  // namespace

}  // namespace isthmus

int main(int argc, char** argv) {
  using namespace isthmus;
  const std::string_view name = argc > 1 ? argv[1] : "xorwow";
  if (name == "xorwow") {
    write_as_fills([](std::uint64_t seed, std::uint32_t group) {
      return Xorwow<std::uint32_t>(FillKeys(seed), group);
    });
  } else if (name == "philox") {
    write_as_fills([](std::uint64_t seed, std::uint32_t group) { return Philox(seed, group); });
  } else if (name == "curand-xorwow") {
    write_curand_xorwow();
  } else if (name == "park-miller") {
    write_park_miller();
  } else {
    std::fputs("fill_words: the generators are xorwow, philox, curand-xorwow and park-miller\n",
               stderr);
    return 2;
  }
}
