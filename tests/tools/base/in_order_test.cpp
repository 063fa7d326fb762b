#include "tools/base/in_order.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/thread_group.hpp"

using namespace isthmus;

TEST_CASE("values are handed on in the order of their places, whoever fills these and when") {
  constexpr int kThreads = 4, kValues = 4000;
  constexpr std::size_t kMaxWaiting = 5;
  std::vector<std::int64_t> taken;
  std::atomic<std::int64_t> reserved{0}, most{0};
  InOrder<std::int64_t> values([&](std::int64_t value) {
    // All others that were reserved wait, or are just being reserved.
    most = std::max<std::int64_t>(most, reserved - static_cast<std::int64_t>(taken.size()));
    taken.push_back(value);
  });
  run_together("filling", kThreads, [&](int, const std::stop_token&) {
    for (int i = 0; i < kValues / kThreads; ++i) {
      const std::int64_t place = values.reserve(kMaxWaiting).value();
      ++reserved;
      values.fill(place, place);
    }
  });
  values.wait();
  REQUIRE(taken.size() == kValues);
  for (int i = 0; i < kValues; ++i) CHECK(taken[static_cast<std::size_t>(i)] == i);
  CHECK(most <= static_cast<std::int64_t>(kMaxWaiting) + 1);
}

TEST_CASE("places may stay empty, and values come between") {
  std::vector<int> taken;
  InOrder<int> values([&](int value) { taken.push_back(value); });
  const auto first = values.reserve(9).value(), second = values.reserve(9).value(),
             third = values.reserve(9).value();
  values.fill(third, 3);
  values.hand_on_now(7);
  values.fill(first, 1);
  CHECK(taken == std::vector{7, 1});
  values.fill(second, std::nullopt);
  CHECK(taken == std::vector{7, 1, 3});
  values.wait();
}

TEST_CASE("no place is waited for once a stop is requested") {
  InOrder<int> values([](int) {});
  std::stop_source stop;
  REQUIRE(values.reserve(0, stop.get_token()));
  ThreadGroup waiting(
      "waiting", [&](const std::stop_token&) { CHECK_FALSE(values.reserve(0, stop.get_token())); });
  stop.request_stop();
  waiting.join();
}

TEST_CASE("after a failure nothing is handed on any more, and nobody waits") {
  int takes = 0;
  InOrder<int> values([&](int) {
    if (++takes == 2) throw std::runtime_error("full");
  });
  const auto first = values.reserve(9).value(), second = values.reserve(9).value(),
             third = values.reserve(9).value(), fourth = values.reserve(9).value();
  values.fill(third, 3);
  values.fill(first, 1);
  ThreadGroup waiting("waiting");
  waiting.start([&](const std::stop_token&) { values.wait(); });
  waiting.start([&](const std::stop_token&) { CHECK_FALSE(values.reserve(1)); });
  CHECK_THROWS_WITH(values.fill(second, 2), "full");
  waiting.join();
  values.fill(fourth, 4);
  CHECK(takes == 2);
}
