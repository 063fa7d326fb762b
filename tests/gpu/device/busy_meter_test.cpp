#include "gpu/device/busy_meter.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "gpu/device/timed_work.hpp"
#include "tests/gpu/device/spin.hpp"

namespace isthmus {

namespace {

using std::chrono::milliseconds;

// The kernel and the module that has it are on the device from then on.
void warm_up(const Stream& stream) {
  test::start_spin(stream, milliseconds(1));
  stream.wait();
}

void spin(const Stream& stream, milliseconds time) {
  const TimedWork timed(stream);
  test::start_spin(stream, time);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("a device that has nothing to do is not busy") {
  const Stream stream;
  warm_up(stream);
  BusyMeter meter({0});
  test::start_spin(stream, milliseconds(5));  // is not timed
  stream.wait();
  const BusyTime time = meter.read();
  CHECK(time.busy_seconds == 0);
  CHECK(time.seconds >= 0.0045);
  CHECK(time.share() == 0);
}

TEST_CASE("a device is busy nearly all of the time with kernels that follow each other") {
  const Stream stream;
  warm_up(stream);
  BusyMeter meter({0});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 40; ++i) spin(stream, milliseconds(5));
  const BusyTime time = meter.read();
  const double wall = seconds_since(start);
  CHECK(time.busy_seconds >= 0.19);
  CHECK(time.busy_seconds <= time.seconds);
  CHECK(time.share() > 0.9);
  CHECK(time.seconds < wall + 0.05);
  CHECK(time.seconds > 0.19);
}

TEST_CASE("a device is not busy while it waits for the host") {
  const Stream stream;
  warm_up(stream);
  BusyMeter meter({0});
  double asleep = 0;
  for (int i = 0; i < 20; ++i) {
    spin(stream, milliseconds(5));
    stream.wait();
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(milliseconds(5));
    asleep += seconds_since(start);
  }
  const BusyTime time = meter.read();
  CHECK(time.busy_seconds >= 0.095);
  // However long kernels take beside what else the device has to do.
  CHECK(time.busy_seconds < time.seconds - 0.99 * asleep);
}

TEST_CASE("streams that are busy at the same time count once") {
  const Stream first, second;
  warm_up(first);
  BusyMeter meter({0});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) {
    spin(first, milliseconds(5));
    spin(second, milliseconds(5));
  }
  first.wait();
  second.wait();
  const double wall = seconds_since(start);
  const BusyTime time = meter.read();
  CHECK(time.busy_seconds >= 0.0475);
  CHECK(time.busy_seconds < 1.05 * wall);  // each stream is busy for nearly all of it
  CHECK(time.busy_seconds <= time.seconds);
}

TEST_CASE("more kernels than events are kept are all counted, from several threads") {
  constexpr int kThreads = 4, kKernels = 3000;
  BusyMeter meter({0});
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([] {
      check_cuda(cudaSetDevice(0), "use the device");
      const Stream stream;
      for (int i = 0; i < kKernels; ++i) {
        const TimedWork timed(stream);
        test::start_spin(stream, std::chrono::microseconds(20));
      }
      stream.wait();
    });
  }
  threads.clear();
  const BusyTime time = meter.read();
  CHECK(time.busy_seconds >= kKernels * 15e-6);  // as long as one of them at the least
  CHECK(time.busy_seconds <= time.seconds);
  const BusyTime later = meter.read();
  CHECK(later.busy_seconds == time.busy_seconds);
  CHECK(later.seconds > time.seconds);
}

TEST_CASE("there is one meter at a time, and without one nothing is timed") {
  const Stream stream;
  warm_up(stream);
  spin(stream, milliseconds(1));
  stream.wait();
  {
    BusyMeter meter({0});
    CHECK_THROWS_AS(BusyMeter({0}), std::logic_error);
    spin(stream, milliseconds(2));
    CHECK(meter.read().busy_seconds >= 0.0019);
  }
  CHECK(BusyMeter({0}).read().busy_seconds == 0);
}

}  // namespace isthmus
