#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/net/net.hpp"
#include "gpu/device/cuda_error.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/stream.hpp"

// What the kernels of nets have in common on the way to a device.

namespace isthmus {

// Brings a host's vector to the device, as Ts.
template <class T, class From>
const T* upload(DeviceBuffer<T>& to, const std::vector<From>& from) {
  const std::size_t bytes = from.size() * sizeof(From);
  to.reserve(bytes / sizeof(T));
  check_cuda(cudaMemcpy(to.data(), from.data(), bytes, cudaMemcpyHostToDevice), "copy a net");
  wait_for_default_stream();
  return to.data();
}

// Which blocks are pooled, a bit for each.
inline std::uint64_t pooled_blocks(const Net& net) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < net.blocks.size(); ++i) {
    if (net.blocks[i].is_pooled) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

}  // namespace isthmus
