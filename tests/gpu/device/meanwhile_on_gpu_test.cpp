#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/meanwhile.hpp"
#include "engine/fills/fill_task.hpp"
#include "engine/net/net_input.hpp"
#include "games/hex/hex.hpp"
#include "gpu/captures/gpu_capture_backend.hpp"
#include "gpu/fills/gpu_fill_backend.hpp"
#include "gpu/net/gpu_net.hpp"
#include "gpu/shapes/gpu_shape_backend.hpp"
#include "tests/engine/net/reference_net.hpp"
#include "tests/support/shape_tasks.hpp"

using namespace isthmus;

namespace {

// How often `wait`, which waits for a device, does what its thread offers meanwhile.
int times_taken(const std::function<void()>& wait) {
  int taken = 0;
  const Meanwhile offered([&] { ++taken; });
  wait();
  return taken;
}

}  // namespace

TEST_CASE("while a GPU computes a thread does what it offers to do") {
  const Hex hex(11, 11, SwapRule::none);
  const NetView view = NetInput(hex).view(Colour::black);
  const GpuNet net(random_net("hex", 2, 32, 4));
  for (const std::size_t positions : {1U, 128U, 5000U}) {
    const std::vector<std::uint8_t> points(positions * view.points());
    std::vector<float> outputs(positions * view.outputs());
    CHECK(times_taken([&] { net.run(view, points, outputs); }) == 1);
  }

  const GpuFillBackend fills;
  for (const std::uint32_t count : {4096U, 4096U, 1U << 22U}) {  // the second on a used stream
    const std::array tasks{make_fill_task(hex, hex.start(), false, count, 1)};
    std::array<FillCounts, 1> counts;
    CHECK(times_taken([&] { fills.run(tasks, counts); }) == 1);
    CHECK(counts[0].fills == count);
  }

  const GpuShapeBackend shapes;
  const std::array shape_tasks{test::shape_task(5, 0, 1000, 1)};
  std::array<OutcomeCounts, 1> counts;
  CHECK(times_taken([&] { shapes.run(shape_tasks, counts); }) == 1);

  const GpuCaptureBackend captures(0);
  std::array<CaptureTask, 1> capture_tasks;
  capture_tasks[0].side = 5;
  capture_tasks[0].playouts = 1000;
  CHECK(times_taken([&] { captures.run(capture_tasks, counts); }) == 1);
}
