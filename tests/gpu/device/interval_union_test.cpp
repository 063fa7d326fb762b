#include "gpu/device/interval_union.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"

using namespace isthmus;

TEST_CASE("intervals that overlap, touch or hold one another count once") {
  IntervalUnion all;
  CHECK(all.settle(0) == 0);
  all.add(10, 20);
  all.add(1, 4);
  all.add(3, 6);    // overlaps the one before
  all.add(12, 15);  // within the first
  all.add(20, 21);  // touches the first
  all.add(30, 29);  // none
  all.add(40, 40);  // none
  CHECK(all.settle(100) == 5 + 11);
}

TEST_CASE("what reaches beyond the time that is settled counts later, and no part of it twice") {
  IntervalUnion all;
  all.add(0, 8);
  all.add(6, 12);
  CHECK(all.settle(7) == 7);
  CHECK(all.settle(7) == 7);
  all.add(2, 9);  // before 7 nothing counts any more
  all.add(3, 5);
  CHECK(all.settle(8) == 8);
  all.add(11, 14);
  CHECK(all.settle(13) == 13);
  CHECK(all.settle(20) == 14);
}

TEST_CASE("a union is as long as the unit intervals that it covers") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SplitMix64 random(seed);
    std::vector<bool> is_covered(100);
    IntervalUnion all;
    int settled_at = 0;
    for (int i = 0; i < 30; ++i) {
      const int begin = settled_at + static_cast<int>(random() % 40);
      const int end = begin + static_cast<int>(random() % 12);
      all.add(begin, end);
      for (int unit = begin; unit < end && unit < 100; ++unit) {
        is_covered[static_cast<std::size_t>(unit)] = true;
      }
      if (random() % 4 != 0 || settled_at > 50) continue;
      settled_at += static_cast<int>(random() % 6);
      int covered = 0;
      for (int unit = 0; unit < settled_at; ++unit) {
        covered += is_covered[static_cast<std::size_t>(unit)] ? 1 : 0;
      }
      CHECK(all.settle(settled_at) == covered);
    }
    int covered = 0;
    for (const bool is_one : is_covered) covered += is_one ? 1 : 0;
    CHECK(all.settle(100) == covered);
  }
}
