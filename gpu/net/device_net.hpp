#pragma once

#include <cstdint>
#include <memory>

#include "engine/net/net.hpp"
#include "engine/net/net_input.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/net/net_precision.hpp"

namespace isthmus {

// A net in the memory of the device that was current when it was made, and a kernel that computes
// it. That device must be current for all calls; several threads may call at once.
class DeviceNet {
 public:
  virtual ~DeviceNet() = default;

  // What the net reads.
  virtual NetPlanes reads() const = 0;
  // Whether the kernel computes such views.
  virtual bool takes(const NetView& view) const = 0;

  // Puts into the stream the computation of `positions` positions, at least one, of a view that it
  // takes. What NetRunner::run() is given and writes lies in memory that the device reaches. Throws
  // what check_cuda() does.
  virtual void start(const NetView& view, const std::uint8_t* points, float* outputs, int positions,
                     const Stream& stream) const = 0;
};

// By mma.sync, for all devices of compute capability 8.0 and later. Throws BackendError where there
// is no kernel for the net's number of channels.
std::unique_ptr<DeviceNet> make_mma_net(const Net& net);

// Whether the device in use has the instructions of the kernels for Hopper.
bool has_hopper_kernels();

// By wgmma, on Hopper; nullptr on other devices and for nets that it has no kernel for.
std::unique_ptr<DeviceNet> make_hopper_net(const Net& net,
                                           NetPrecision precision = NetPrecision::bits16);

}  // namespace isthmus
