// Who stops a group of threads, and whom that reaches. Apart from the group's other tests, as it
// runs under ThreadSanitizer too.

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <doctest/doctest.h>

#include "engine/base/linked_stop_source.hpp"
#include "engine/base/thread_group.hpp"
#include "engine/base/wait_for_stop.hpp"

using namespace isthmus;

namespace {

constexpr int kBodies = 3;

}  // namespace

TEST_CASE("a stop of what a group is a part of reaches its bodies") {
  std::stop_source whole;
  std::atomic<int> ended{0};
  const auto body = [&](const std::stop_token& stop) {
    wait_for_stop(stop);
    ++ended;
  };
  ThreadGroup group("part", whole.get_token());
  for (int i = 0; i < kBodies; ++i) group.start(body);
  CHECK_FALSE(group.token().stop_requested());
  whole.request_stop();
  group.join();
  CHECK(ended == kBodies);
  CHECK(group.token().stop_requested());

  std::stop_source other;
  std::atomic<int> begun{0};
  run_together("part", kBodies, other.get_token(), [&](int, const std::stop_token& stop) {
    if (++begun == kBodies) other.request_stop();
    body(stop);
  });
  CHECK(ended == 2 * kBodies);
}

TEST_CASE("a group of what has been stopped is stopped before its first thread") {
  std::stop_source whole;
  whole.request_stop();
  ThreadGroup group("late", whole.get_token());
  CHECK(group.token().stop_requested());
  std::atomic<bool> was_stopped{false};
  group.start([&](const std::stop_token& stop) { was_stopped = stop.stop_requested(); });
  group.join();
  CHECK(was_stopped);
}

TEST_CASE("neither a failure nor a stop of a group stops what it is a part of") {
  std::stop_source whole;
  const auto fail = [](int i, const std::stop_token& stop) {
    if (i == 1) throw std::runtime_error("one");
    wait_for_stop(stop);
  };
  CHECK_THROWS_WITH(run_together("failing", kBodies, whole.get_token(), fail), "one");
  ThreadGroup stopped("stopped", whole.get_token());
  stopped.start([](const std::stop_token& stop) { wait_for_stop(stop); });
  stopped.stop();
  { const ThreadGroup gone("gone", whole.get_token()); }
  CHECK_FALSE(whole.stop_requested());
}

TEST_CASE("a group may go while what it is a part of is stopped") {
  for (int i = 0; i < 300; ++i) {
    std::stop_source whole;
    std::optional<ThreadGroup> group(std::in_place, "going", whole.get_token());
    std::atomic<int> called{0}, ended{0};
    for (int thread = 0; thread < kBodies; ++thread) {
      group->start([&](const std::stop_token& stop) {
        const std::stop_callback call(stop, [&] { ++called; });
        wait_for_stop(stop);
        ++ended;
      });
    }
    std::thread other([&] { whole.request_stop(); });
    group.reset();
    CHECK(ended == kBodies);
    CHECK(called <= kBodies);
    other.join();
  }
}

TEST_CASE("a linked source is stopped by the other one and by itself alone") {
  std::optional<std::stop_source> other(std::in_place);
  std::optional<LinkedStopSource> first(std::in_place, other->get_token());
  const std::stop_token of_first = first->token();
  LinkedStopSource second(other->get_token()), third(second.token());
  first->request_stop();
  CHECK(of_first.stop_requested());
  CHECK_FALSE(other->stop_requested());
  first.reset();
  CHECK_FALSE(third.stop_requested());
  other->request_stop();
  CHECK(second.stop_requested());
  CHECK(third.stop_requested());
  LinkedStopSource late(other->get_token());
  CHECK(late.stop_requested());
  LinkedStopSource alone({});
  CHECK_FALSE(alone.stop_requested());
}

TEST_CASE("a stop is waited for, and no longer than so") {
  using namespace std::chrono_literals;
  std::stop_source source;
  CHECK_FALSE(wait_for_stop(source.get_token(), 1ms));
  CHECK_FALSE(wait_for_stop(source.get_token(), -1s));
  CHECK_FALSE(wait_for_stop({}, 1ms));
  std::thread other([&] { source.request_stop(); });
  CHECK(wait_for_stop(source.get_token(), 1h));
  wait_for_stop(source.get_token());
  other.join();
}
