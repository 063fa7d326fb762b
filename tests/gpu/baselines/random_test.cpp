#include <random>

#include <doctest/doctest.h>

#include "gpu/baselines/curand_xorwow.hpp"
#include "gpu/baselines/park_miller.hpp"
#include "gpu/baselines/philox.hpp"

namespace isthmus {

TEST_CASE("Park and Miller's generator passes their test") {
  ParkMiller next(1);
  for (int i = 1; i < 10000; ++i) next();
  CHECK(next() == 1043618065);
}

TEST_CASE("Park and Miller's numbers are those of the standard library") {
  for (std::uint32_t first : {1u, 2u, 1043618065u, ParkMiller::kModulus - 1}) {
    ParkMiller next(first);
    std::minstd_rand0 expected(first);
    for (int i = 0; i < 1000000; ++i) REQUIRE(next() == expected());
  }
}

TEST_CASE("numbers below Park and Miller's modulus are multiplied as by division") {
  constexpr std::uint32_t kLast = ParkMiller::kModulus - 1;
  std::minstd_rand0 random(5);
  for (int i = 0; i < 100000; ++i) {
    const auto a = static_cast<std::uint32_t>(i < 4 ? kLast - static_cast<unsigned>(i) : random());
    const auto b = static_cast<std::uint32_t>(i < 8 ? kLast : random());
    REQUIRE(ParkMiller::multiply(a, b) == std::uint64_t{a} * b % ParkMiller::kModulus);
  }
}

TEST_CASE("Park and Miller's generator leaps") {
  CHECK(ParkMiller::power(0) == 1);
  CHECK(ParkMiller::power(1) == 16807);
  CHECK(ParkMiller::power(10000) == 1043618065);
  // All numbers but 0 come up before the sequence begins anew, as 16807 is a primitive root.
  CHECK(ParkMiller::power(ParkMiller::kModulus - 1) == 1);
  for (std::uint32_t prime : {2u, 3u, 7u, 11u, 31u, 151u, 331u}) {
    REQUIRE((ParkMiller::kModulus - 1) % prime == 0);
    CHECK(ParkMiller::power((ParkMiller::kModulus - 1) / prime) != 1);
  }
  ParkMiller leaping(77, ParkMiller::power(1000));
  std::minstd_rand0 expected(77);
  for (int i = 0; i < 100; ++i) {
    expected.discard(999);
    CHECK(leaping() == expected());
  }
}

TEST_CASE("Philox gives the words that its authors publish") {
  // "philox4x32 10" in the file kat_vectors of Random123.
  CHECK(Philox::encipher({0, 0, 0, 0}, {0, 0}) ==
        Philox::Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(Philox::encipher({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) ==
        Philox::Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(Philox::encipher({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                         {0xa4093822, 0x299f31d0}) ==
        Philox::Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Philox counts blocks in the lower words and subsequences in the upper") {
  Philox next(0x299f31d0a4093822, 0x0370734413198a2e);
  for (std::uint32_t block = 0; block < 3; ++block) {
    for (std::uint32_t word :
         Philox::encipher({block, 0, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0})) {
      CHECK(next() == word);
    }
  }
}

}  // namespace isthmus
