#include "engine/base/thread_group.hpp"

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

#include "engine/base/wait_for_stop.hpp"
#include "tests/support/failing_threads.hpp"

using namespace isthmus;

namespace {

void last_until_stop(const std::stop_token& stop) { wait_for_stop(stop); }

}  // namespace

TEST_CASE("the first failure stops a group, and is thrown once to who waits") {
  ThreadGroup group("failing");
  for (int i = 0; i < 3; ++i) group.start(last_until_stop);
  std::atomic<bool> has_thrown{false};
  group.start([&](const std::stop_token&) {
    has_thrown = true;
    throw std::runtime_error("first");
  });
  group.start([](const std::stop_token& stop) {
    last_until_stop(stop);
    throw std::runtime_error("second");
  });
  CHECK(group.size() == 5);
  CHECK_THROWS_WITH(group.join(), "first");
  CHECK(has_thrown);
  CHECK(group.token().stop_requested());
  group.join();
  CHECK(test::threads_alive() == 0);
}

TEST_CASE("a group is stopped by who wants it, and by its end") {
  ThreadGroup stopped("stopped", last_until_stop);
  stopped.stop();
  { const ThreadGroup gone("gone", last_until_stop); }
  {
    const ThreadGroup failed("failed", [](const std::stop_token&) { throw std::bad_alloc(); });
  }
  CHECK(test::threads_alive() == 0);
}

TEST_CASE("threads are named, by as much as there is room for") {
  for (const auto& [name, shown] :
       {std::pair("solver", "solver"), std::pair("sixteen letters.", "sixteen letters")}) {
    std::string seen(16, '\0');
    ThreadGroup group(name, [&](const std::stop_token&) {
      pthread_getname_np(pthread_self(), seen.data(), seen.size());
    });
    group.join();
    CHECK(std::string(seen.c_str()) == shown);
  }
}

TEST_CASE("bodies run together, the first in the thread that calls") {
  std::vector<std::thread::id> threads(4);
  run_together("together", 4, [&](int i, const std::stop_token&) {
    threads[static_cast<std::size_t>(i)] = std::this_thread::get_id();
  });
  CHECK(threads[0] == std::this_thread::get_id());
  for (std::size_t i = 1; i < 4; ++i) CHECK(threads[i] != threads[0]);

  for (int failing = 0; failing < 4; ++failing) {
    const auto fail_one = [&](int i, const std::stop_token& stop) {
      if (i == failing) throw std::out_of_range(std::to_string(i));
      last_until_stop(stop);
    };
    CHECK_THROWS_WITH_AS(run_together("together", 4, fail_one), std::to_string(failing).c_str(),
                         std::out_of_range);
  }
}

TEST_CASE("a thread that cannot be made says which, and how to go on") {
  for (int n = 1; n <= 3; ++n) {
    std::atomic<int> ended{0};
    const auto body = [&](int, const std::stop_token& stop) {
      last_until_stop(stop);
      ++ended;
    };
    test::fail_thread(n);
    std::string message;
    try {
      run_together("trial", 4, body);
    } catch (const std::system_error& error) {
      message = error.what();
    }
    CHECK(message.rfind("cannot start thread " + std::to_string(n) + " for 'trial'; use fewer",
                        0) == 0);
    CHECK(message.find("Resource temporarily unavailable") != message.npos);
    CHECK(ended == n - 1);
    CHECK(test::threads_alive() == 0);
  }
}
