// What the build for browsers adds to its C++ library behaves as this machine's own library does.

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tools/wasm/std/condition_variable.hpp"
#include "tools/wasm/std/decimal.hpp"
#include "tools/wasm/std/stop_token.hpp"

namespace standard = isthmus::standard;
using namespace std::chrono_literals;

namespace {

struct Theirs {
  using Source = std::stop_source;
  using Token = std::stop_token;
  template <class Function>
  using Callback = std::stop_callback<Function>;
  using Condition = std::condition_variable_any;
};

struct Ours {
  using Source = standard::stop_source;
  using Token = standard::stop_token;
  template <class Function>
  using Callback = standard::stop_callback<Function>;
  using Condition = standard::condition_variable_any;
};

using Function = std::function<void()>;

}  // namespace

TEST_CASE_TEMPLATE("a stop is requested once, and seen by all tokens", Std, Theirs, Ours) {
  typename Std::Source source;
  const typename Std::Token token = source.get_token();
  const typename Std::Token none;
  CHECK_FALSE(token.stop_requested());
  CHECK(source.request_stop());
  CHECK_FALSE(source.request_stop());
  CHECK(source.stop_requested());
  CHECK(token.stop_requested());
  CHECK(source.get_token().stop_requested());
  CHECK_FALSE(none.stop_requested());
}

TEST_CASE_TEMPLATE("a stop is possible while a source is left, or where there was one", Std, Theirs,
                   Ours) {
  CHECK_FALSE(typename Std::Token().stop_possible());
  auto source = std::make_optional<typename Std::Source>();
  auto copy = std::make_optional(*source);
  const typename Std::Token token = source->get_token();
  CHECK(token.stop_possible());
  source.reset();
  CHECK(token.stop_possible());
  copy.reset();
  CHECK_FALSE(token.stop_possible());
  typename Std::Token requested;
  {
    typename Std::Source other;
    requested = other.get_token();
    other.request_stop();
  }
  CHECK(requested.stop_possible());
}

TEST_CASE_TEMPLATE("callbacks are called when a stop is requested, or at once where it was", Std,
                   Theirs, Ours) {
  typename Std::Source source;
  std::vector<int> called;
  std::optional<typename Std::template Callback<Function>> gone, self;
  const typename Std::template Callback<Function> stays(source.get_token(),
                                                        [&] { called.push_back(1); });
  gone.emplace(source.get_token(), [&] { called.push_back(2); });
  self.emplace(source.get_token(), [&] {
    called.push_back(3);
    self.reset();
  });
  gone.reset();
  CHECK(called.empty());
  source.request_stop();
  std::sort(called.begin(), called.end());
  CHECK(called == std::vector{1, 3});
  source.request_stop();
  CHECK(called.size() == 2);
  const typename Std::template Callback<Function> late(source.get_token(),
                                                       [&] { called.push_back(4); });
  CHECK(called.back() == 4);
  const typename Std::template Callback<Function> never(typename Std::Token(),
                                                        [&] { called.push_back(5); });
  CHECK(called.back() == 4);
}

TEST_CASE_TEMPLATE("who removes a callback waits until it is not under way", Std, Theirs, Ours) {
  for (int i = 0; i < 50; ++i) {
    typename Std::Source source;
    std::atomic<bool> has_begun{false}, has_ended{false};
    std::optional<typename Std::template Callback<Function>> callback;
    callback.emplace(source.get_token(), [&] {
      has_begun = true;
      std::this_thread::sleep_for(1ms);
      has_ended = true;
    });
    std::thread requester([&] { source.request_stop(); });
    while (!has_begun) std::this_thread::yield();
    callback.reset();
    CHECK(has_ended);
    requester.join();
  }
}

TEST_CASE_TEMPLATE("a condition is waited for until it holds, or a stop is requested", Std, Theirs,
                   Ours) {
  std::mutex mutex;
  typename Std::Condition changed;
  int number = 0;
  typename Std::Source source;
  const auto wait_for_number = [&](int least) {
    std::unique_lock lock(mutex);
    return changed.wait(lock, source.get_token(), [&] { return number >= least; });
  };
  CHECK(wait_for_number(0));
  bool is_reached = false;
  std::thread waiter([&] { is_reached = wait_for_number(100); });
  for (int i = 0; i < 100; ++i) {
    const std::lock_guard lock(mutex);
    ++number;
    changed.notify_one();
  }
  waiter.join();
  CHECK(is_reached);
  std::thread stopped([&] { is_reached = wait_for_number(1000); });
  std::this_thread::sleep_for(2ms);
  source.request_stop();
  stopped.join();
  CHECK_FALSE(is_reached);
  CHECK(wait_for_number(100));
  CHECK_FALSE(wait_for_number(101));
}

TEST_CASE_TEMPLATE("a condition is waited for no longer than until a time", Std, Theirs, Ours) {
  using Clock = std::chrono::steady_clock;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  typename Std::Condition changed;
  typename Std::Source source;
  const auto begin = Clock::now();
  const auto wait_until = [&](Clock::time_point time, bool is) {
    return changed.wait_until(lock, source.get_token(), time, [&] { return is; });
  };
  CHECK_FALSE(wait_until(begin + 5ms, false));
  CHECK(Clock::now() >= begin + 5ms);
  CHECK(wait_until(begin, true));
  CHECK(wait_until(begin + 1h, true));
  std::thread stopper([&] { source.request_stop(); });
  CHECK_FALSE(wait_until(begin + 1h, false));
  stopper.join();
  CHECK(Clock::now() < begin + 1h);
  CHECK(lock.owns_lock());
}

TEST_CASE("numbers are written and read as the standard library does") {
  std::vector<double> numbers{0,
                              -0.0,
                              1,
                              -1,
                              0.1,
                              0.05,
                              1.25,
                              2.5e-5,
                              123456.789,
                              1e10,
                              1e15,
                              1e16,
                              1e-7,
                              1.5e-7,
                              4e9,
                              1e22,
                              1e23,
                              5e-324,
                              0.3,
                              2e-3,
                              1 / 3.,
                              1e300,
                              1.7976931348623157e308,
                              9007199254740993.};
  std::uint64_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    numbers.push_back(static_cast<double>(state >> 40) / 1000);
    numbers.push_back(static_cast<double>(static_cast<std::int64_t>(state)) * 1e-12);
  }
  for (const double number : numbers) {
    for (const auto form : {std::chars_format::scientific, std::chars_format::fixed}) {
      std::array<char, 512> theirs{}, ours{};
      const auto end = std::to_chars(theirs.data(), theirs.data() + theirs.size(), number, form);
      const auto own = standard::to_chars(ours.data(), ours.data() + ours.size(), number, form);
      CHECK(std::string(ours.data(), own.ptr) == std::string(theirs.data(), end.ptr));
      double read = -1;
      CHECK(standard::from_chars(ours.data(), own.ptr, read).ec == std::errc());
      CHECK(read == number);
    }
  }
  std::array<char, 3> small{};
  CHECK(standard::to_chars(small.data(), small.data() + 3, 12.25, std::chars_format::fixed).ec ==
        std::errc::value_too_large);
}

TEST_CASE("what is no number is read as far as the standard library reads it") {
  for (const std::string text : {"",      " 1",    "+1",    "-",     "-1",   ".5",    "-.5", "5.",
                                 "1e",    "1e5",   "1e+5x", "1.5.5", "0x10", "e5",    "--1", "1-2",
                                 "1e400", "12abc", ".",     "-e",    "1E-3", "00012", "1,5"}) {
    CAPTURE(text);
    const char* end = text.data() + text.size();
    double theirs = -1, ours = -1;
    const auto expected = std::from_chars(text.data(), end, theirs);
    const auto got = standard::from_chars(text.data(), end, ours);
    CHECK(got.ec == expected.ec);
    CHECK(got.ptr == expected.ptr);
    CHECK(ours == theirs);
  }
}
