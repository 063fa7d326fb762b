#include "gpu/net/net_stream.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

NetStream::~NetStream() {
  if (!wanted_.empty()) cudaStreamSynchronize(stream_.get());
}

void NetStream::start(const NetKernel& kernel, const DeviceNet& net, const NetView& view,
                      std::span<const std::uint8_t> points, std::span<float> outputs) {
  points_.reserve(kMaxPictures * view.points());
  outputs_.reserve(kMaxPictures * view.outputs());
  std::copy(points.begin(), points.end(), points_.data());
  DeviceNet device_net = net;
  NetView device_view = view;
  const std::uint8_t* from = points_.data();
  float* to = outputs_.data();
  void* arguments[] = {&device_net, &device_view, &from, &to};
  const auto pictures = static_cast<unsigned>(points.size() / view.points());
  check_cuda(cudaLaunchKernel(kernel.function, dim3(pictures),
                              dim3(static_cast<unsigned>(net_threads(kernel, view))), arguments,
                              net_shared_bytes(kernel, view), stream_.get()),
             "start a kernel");
  wanted_ = outputs;
}

void NetStream::finish() {
  const std::span<float> wanted = std::exchange(wanted_, {});
  stream_.wait();
  std::copy_n(outputs_.data(), wanted.size(), wanted.begin());
}

}  // namespace isthmus
