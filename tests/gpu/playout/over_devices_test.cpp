#include "gpu/playout/over_devices.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/backend_error.hpp"
#include "engine/shapes/shape_task.hpp"

namespace isthmus {

namespace {

// Notes which device was given how many tasks, and fails where it is set to.
class Noting {
 public:
  static inline std::mutex mutex;
  static inline std::vector<std::pair<int, std::size_t>> calls;
  static inline std::set<int> broken;

  explicit Noting(int device) : device_(device) {}

  void run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const {
    const std::scoped_lock lock(mutex);
    calls.emplace_back(device_, tasks.size());
    if (broken.contains(device_)) throw BackendError("it fell off the bus");
    for (std::size_t i = 0; i < tasks.size(); ++i) counts[i].playouts = tasks[i].playouts;
  }
  int preferred_batch() const { return 4; }

 private:
  int device_;
};

using ThreeDevices = OverDevices<Noting, ShapeTask>;

std::vector<std::pair<int, std::size_t>> calls_for(const ThreeDevices& backend, std::size_t size) {
  std::vector<ShapeTask> tasks(size);
  for (std::size_t i = 0; i < size; ++i) tasks[i].playouts = static_cast<std::uint32_t>(i + 1);
  std::vector<OutcomeCounts> counts(size);
  Noting::calls.clear();
  backend.run(tasks, counts);
  for (std::size_t i = 0; i < size; ++i) CHECK(counts[i].playouts == i + 1);
  std::sort(Noting::calls.begin(), Noting::calls.end());
  return Noting::calls;
}

}  // namespace

TEST_CASE("small batches go to the devices in turns, large ones to all of them") {
  const ThreeDevices backend({0, 1, 5});
  using Calls = std::vector<std::pair<int, std::size_t>>;
  CHECK(calls_for(backend, 3) == Calls{{0, 3}});
  CHECK(calls_for(backend, 7) == Calls{{1, 7}});
  CHECK(calls_for(backend, 8) == Calls{{0, 4}, {5, 4}});
  CHECK(calls_for(backend, 3) == Calls{{0, 3}});
  CHECK(calls_for(backend, 14) == Calls{{0, 5}, {1, 4}, {5, 5}});
  CHECK(calls_for(backend, 0).size() == 1);
}

TEST_CASE("a device that fails is reported, and the others have come to their end") {
  const ThreeDevices backend({0, 1, 2});
  for (int device = 0; device < 3; ++device) {
    Noting::broken = {device};
    std::vector<ShapeTask> tasks(12);
    std::vector<OutcomeCounts> counts(12);
    Noting::calls.clear();
    CHECK_THROWS_AS(backend.run(tasks, counts), BackendError);
    CHECK(Noting::calls.size() == 3);
  }
  Noting::broken.clear();
}

}  // namespace isthmus
