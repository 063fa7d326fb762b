#include "gpu/baselines/warp_aggregation.hpp"

#include <map>
#include <set>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

namespace isthmus {

namespace {

// Calls check(keys, values) for many assignments of keys, from one key to all different.
template <class Check>
void for_many_keys(Check&& check) {
  boost::random::mt19937 random(1);
  for (unsigned range = 1; range <= 100; ++range) {
    for (int i = 0; i < 20; ++i) {
      Lanes<std::uint32_t> keys;
      Lanes<double> values;
      for (std::uint32_t& key : keys) key = random() % range;
      for (double& value : values) value = static_cast<double>(random() % 1000) - 500;
      check(keys, values);
    }
  }
}

}  // namespace

TEST_CASE("peers are the lanes with the same key") {
  for_many_keys([](const Lanes<std::uint32_t>& keys, const Lanes<double>&) {
    const Lanes<std::uint32_t> peers = find_peers(keys);
    for (std::size_t a = 0; a < kWarpLanes; ++a) {
      for (std::size_t b = 0; b < kWarpLanes; ++b) {
        CHECK((peers[a] >> b & 1) == (keys[a] == keys[b]));
      }
    }
  });
}

TEST_CASE("the first of all peers gets their sum") {
  for_many_keys([](const Lanes<std::uint32_t>& keys, const Lanes<double>& values) {
    std::map<std::uint32_t, double> expected;
    for (std::size_t lane = 0; lane < kWarpLanes; ++lane) expected[keys[lane]] += values[lane];
    const Lanes<double> sums = add_aggregated(values, find_peers(keys));
    for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
      const auto sum = expected.find(keys[lane]);
      if (sum == expected.end()) continue;
      CHECK(sums[lane] == sum->second);
      expected.erase(sum);
    }
  });
}

TEST_CASE("peers are found and added as on Westphal's slides") {
  // Eight lanes with keys 2, 3, 3, 1, 2, 3, 1 and 2; the others have one of their own.
  Lanes<int> keys{2, 3, 3, 1, 2, 3, 1, 2};
  const Lanes<std::uint32_t> peers = find_peers(keys);
  CHECK(peers[0] == 0b10010001);
  CHECK(peers[1] == 0b00100110);
  CHECK(peers[3] == 0b01001000);
  // Sixteen lanes, the masks being those of the three first lanes.
  keys = {0, 1, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0, 0, 1, 2};
  for (std::size_t lane = 16; lane < kWarpLanes; ++lane) keys[lane] = 3;
  const Lanes<int> sums =
      add_aggregated<int>({9, 8, 2, 6, 2, 7, 1, 4, 7, 6, 1, 8, 7, 8, 4, 7}, find_peers(keys));
  CHECK(sums[0] == 31);
  CHECK(sums[1] == 28);
  CHECK(sums[3] == 28);
}

TEST_CASE("a word gives a warp just the number of keys asked for, evenly") {
  boost::random::mt19937 random(2);
  std::set<std::uint32_t> ranges;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t word = random();
    for (std::uint32_t distinct = 1; distinct <= kWarpLanes; ++distinct) {
      std::map<std::uint32_t, std::uint32_t> counts;
      bool in_range = true;
      for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
        const KeyedValue drawn = keyed_value(word, lane, distinct);
        ++counts[drawn.key];
        in_range &= drawn.key < kKeyRange && drawn.value >= 1 && drawn.value <= 8;
      }
      CHECK(in_range);
      CHECK(counts.size() == distinct);
      const std::uint32_t first = counts.begin()->first;
      CHECK(first % kWarpLanes == 0);
      CHECK(counts.rbegin()->first - first == distinct - 1);
      for (const auto& [key, count] : counts) {
        if (count != kWarpLanes / distinct) REQUIRE(count == kWarpLanes / distinct + 1);
      }
      ranges.insert(first);
    }
  }
  CHECK(ranges.size() > 1900);
}

}  // namespace isthmus
