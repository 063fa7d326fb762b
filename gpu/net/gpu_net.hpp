#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/net/net_precision.hpp"

namespace isthmus {

// Computes a net on GPUs of NVIDIA's, in binary16 with sums in single precision: to within
// kNetTolerance (compare_nets.hpp) what CpuNet comes to; or the trunk in fp8, to within
// kFp8Tolerance.
class GpuNet final : public NetRunner {
 public:
  // Uses all devices that CUDA sees, or these by their numbers where there are some. Throws
  // BackendError where there is none, where one is of compute capability below 8.0, and where there
  // is no kernel for a net of that many channels. In fp8 convolutions of the trunk go to the kernel
  // for Hopper; where that does not take a net or a board, what takes them has 16 bits.
  explicit GpuNet(const Net& net, const std::vector<int>& devices = {},
                  NetPrecision precision = NetPrecision::bits16);
  ~GpuNet() override;

  // Large batches are shared out among the devices, and copied by several threads; small ones go to
  // the devices in turns. Throws BackendError for a board too large for a device, and where a
  // device fails.
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override;
  int preferred_batch() const override;

  // Whether nets of 128 channels are fast on these devices, or on all that CUDA sees where none are
  // given: there is one, and all have the kernel for Hopper (compute capability 9.0).
  static bool is_fast_for_large_nets(const std::vector<int>& devices);

 private:
  class Device;
  class Batch;

  // Runs what a thread of a large batch sees to.
  void run_part(const NetView& view, std::span<const std::uint8_t> points,
                std::span<float> outputs) const;

  const int channels_;
  std::vector<std::unique_ptr<Device>> devices_;
  mutable std::atomic<std::size_t> turn_{0};
};

}  // namespace isthmus
