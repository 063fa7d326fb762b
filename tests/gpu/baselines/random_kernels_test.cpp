#include "gpu/baselines/random_kernels.hpp"

#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/curand_xorwow.hpp"
#include "gpu/baselines/park_miller.hpp"
#include "gpu/baselines/philox.hpp"

namespace isthmus {

namespace {

constexpr BaselineRun kRun{256, 40, 0x123456789abcdef};
constexpr BaselineRun kParkMillerRun{256, 40, 12345};

// The words of all threads, whose generators are generator(thread), as draw_random_words() has
// them.
template <class Generator>
std::vector<std::uint32_t> words_on_cpu(Generator&& generator) {
  std::vector<std::uint32_t> words(kRun.threads * kRun.rounds);
  for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
    auto next = generator(thread);
    for (std::uint32_t i = 0; i < kRun.rounds; ++i) words[i * kRun.threads + thread] = next();
  }
  return words;
}

void check_words(RandomSource source, const BaselineRun& run,
                 const std::vector<std::uint32_t>& expected) {
  CHECK(draw_random_words(source, run) == expected);
  std::uint32_t sum = 0;
  for (std::uint32_t word : expected) sum += word;
  CHECK(run_random_words(source, run) == sum);
}

}  // namespace

TEST_CASE("kernels draw our words as on the CPU") {
  check_words(RandomSource::xorwow, kRun, words_on_cpu([](std::uint32_t thread) {
                return Xorwow<std::uint32_t>(FillKeys(kRun.seed), thread);
              }));
}

TEST_CASE("cuRAND's XORWOW draws the words of ours from its states") {
  const CurandXorwow generators(kRun.seed);
  check_words(RandomSource::curand_xorwow, kRun,
              words_on_cpu([&](std::uint32_t thread) { return generators.subsequence(thread); }));
}

TEST_CASE("cuRAND's Philox draws the words of the CPU's") {
  check_words(RandomSource::curand_philox, kRun,
              words_on_cpu([](std::uint32_t thread) { return Philox(kRun.seed, thread); }));
}

TEST_CASE("kernels draw Park and Miller's numbers as the standard library") {
  std::minstd_rand0 next(kParkMillerRun.seed);
  std::vector<std::uint32_t> expected(kRun.threads * kRun.rounds);
  for (std::uint32_t& number : expected) number = static_cast<std::uint32_t>(next());
  check_words(RandomSource::park_miller, kParkMillerRun, expected);
}

TEST_CASE("the first hundred million numbers of Park and Miller's sequence are right") {
  BaselineRun piece{1 << 18, 32, 1};
  ParkMiller next(1);
  std::uint32_t count = 0;
  while (count < 100000000) {
    std::uint32_t wrong = 0;
    for (std::uint32_t number : draw_random_words(RandomSource::park_miller, piece)) {
      const std::uint32_t expected = next();
      wrong += number != expected;
      ++count;
      if (count == 10000) CHECK(number == 1043618065);
      piece.seed = expected;
    }
    REQUIRE(wrong == 0);
  }
}

}  // namespace isthmus
