#include "engine/board/position_history.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"

using namespace isthmus;

TEST_CASE("histories hold what was added to them, whatever they share with copies") {
  struct Both {
    PositionHistory history;
    std::vector<std::uint64_t> keys;
  };
  SplitMix64 random(3);
  std::vector<Both> all(8);
  for (int round = 0; round < 20000; ++round) {
    Both& one = all[random() % all.size()];
    const std::uint64_t key = random() % 50;
    switch (random() % 8) {
      case 0:
        one = all[random() % all.size()];
        break;
      case 1: {
        Both taken = std::move(one);
        one = {};
        all[random() % all.size()] = std::move(taken);
        break;
      }
      default:
        one.history.add(key);
        one.keys.push_back(key);
    }
    const Both& other = all[random() % all.size()];
    REQUIRE(one.history.keys() == one.keys);
    REQUIRE(one.history.size() == one.keys.size());
    REQUIRE(one.history.contains(key) == (std::ranges::count(one.keys, key) > 0));
    REQUIRE((one.history == other.history) == (one.keys == other.keys));
  }
}

TEST_CASE("a history of a million positions is freed") {
  PositionHistory history;
  for (std::uint64_t key = 0; key < 1'000'000; ++key) history.add(key);
  const PositionHistory copy = history;
  history = {};
  CHECK(copy.size() == 1'000'000);
}

// ThreadSanitizer is its judge: what one thread has read, another frees.
TEST_CASE("threads let go of a history that they share") {
  for (int round = 0; round < 500; ++round) {
    PositionHistory shared;
    for (std::uint64_t key = 0; key < 20; ++key) shared.add(key);
    std::vector<std::size_t> sizes(3);
    std::vector<std::jthread> threads;
    for (std::size_t& size : sizes) {
      threads.emplace_back([history = shared, &size]() mutable {
        const PositionHistory before = history;
        history.add(20);
        size = before.contains(19) ? history.keys().size() : 0;
      });
    }
    shared = {};
    threads.clear();
    CHECK(sizes == std::vector<std::size_t>(3, 21));
  }
}
